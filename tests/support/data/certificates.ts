import {
  createHash,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { isIP } from "node:net";

const INTEGER = 0x02;
const BITS = 0x03;
const OCTETS = 0x04;
const OID = 0x06;
const TEXT = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  if (size < 128) return Buffer.concat([Buffer.from([tag, size]), body]);
  if (size < 256) return Buffer.concat([Buffer.from([tag, 0x81, size]), body]);
  return Buffer.concat([Buffer.from([tag, 0x82, size >> 8, size & 255]), body]);
}

const oid = (hex: string) => der(OID, Buffer.from(hex, "hex"));
const ECDSA_SHA256 = der(SEQUENCE, oid("2a8648ce3d040302"));
const COMMON_NAME = oid("550403");
const ALT_NAME = oid("551d11");
const AUTHORITY_KEY = oid("551d23");
const BASIC = oid("551d13");
const IS_CA = der(SEQUENCE, Buffer.from([0x01, 0x01, 0xff]));

function named(name: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, Buffer.from(name)))));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, "");
  return der(UTC_TIME, Buffer.from(`${digits.slice(2, 14)}Z`));
}

/** Which key signed it, as certificates of authorities say. */
function authorityKey({ key }: Signer): Buffer {
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  const id = createHash("sha1").update(spki).digest();
  return der(SEQUENCE, AUTHORITY_KEY, der(OCTETS, der(SEQUENCE, der(0x80, id))));
}

function altName(host: string): Buffer {
  return isIP(host)
    ? der(0x87, Buffer.from(host.split(".").map(Number)))
    : der(0x82, Buffer.from(host));
}

type Signer = { name: string; key: KeyObject };
type Wanted = {
  host: string;
  from?: Date;
  to?: Date;
  by?: Signer;
  /** Whose certificate it is (SPKI, DER), if not that of a key of its own. */
  holder?: Buffer;
  /** Signs others itself. */
  isAuthority?: boolean;
};
export type Certificate = Signer & { cert: string; keyPem: string };

const DAY_MS = 86_400_000;

/** A certificate of a host, signed by itself unless somebody else signs; valid for a month. */
export function certify({ host, by, holder, ...validity }: Wanted): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { from = new Date(Date.now() - DAY_MS), to = new Date(Date.now() + 30 * DAY_MS) } =
    validity;
  const { isAuthority = by === undefined } = validity;
  const signer = by ?? { name: host, key: privateKey };
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, ALT_NAME, der(OCTETS, der(SEQUENCE, altName(host)))),
    ...(by ? [authorityKey(by)] : []),
    ...(isAuthority ? [der(SEQUENCE, BASIC, der(OCTETS, IS_CA))] : []),
  );
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    named(signer.name),
    der(SEQUENCE, time(from), time(to)),
    named(host),
    holder ?? publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = createSign("sha256").update(content).sign(signer.key);
  const whole = der(SEQUENCE, content, ECDSA_SHA256, der(BITS, Buffer.from([0]), signature));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  const cert = `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
  const keyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { name: host, key: privateKey, cert, keyPem };
}
