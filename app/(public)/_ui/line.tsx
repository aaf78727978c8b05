import { Children, Fragment, type ReactNode } from "react";

/** Facts side by side; CSS sets the dots between them, and none where a line begins or ends. */
export function Line({
  children,
  as: Tag = "p",
  className,
}: {
  children: ReactNode;
  as?: "p" | "h3" | "h4" | "div";
  className?: string;
}) {
  return (
    <Tag className={className ? `line ${className}` : "line"}>
      {Children.toArray(children).map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves in a document of the server
        <Fragment key={index}>
          {index > 0 && " "}
          <span>{fact}</span>
        </Fragment>
      ))}
    </Tag>
  );
}
