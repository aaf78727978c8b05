import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { limited } from "#lib/core/fields/text.ts";
import { wireTime } from "#lib/core/fields/time.ts";

const LONGEST = { chain: 65_536, key: 16_384 };

export const PutCertificate = z.object({
  chain: limited(LONGEST.chain).meta({
    description:
      "PEM: the certificate of the custom domain, then each certificate that signed the one before",
  }),
  key: limited(LONGEST.key).meta({
    description:
      "PEM: the certificate's private key, unencrypted; RSA of 2048 to 4096 bits, or EC. It is stored encrypted and never returned",
  }),
});
export type PutCertificate = z.infer<typeof PutCertificate>;

export const UploadedCertificate = z.object({
  domain: z.string(),
  issuer: z.string().nullable(),
  not_before: wireTime,
  not_after: wireTime.meta({
    description: "The owners get an e-mail 30, 14, 7 and 1 days before",
  }),
});
export type UploadedCertificate = z.infer<typeof UploadedCertificate>;

named(PutCertificate, "PutCertificate");
named(UploadedCertificate, "UploadedCertificate");
