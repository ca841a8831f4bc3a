import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { NamespaceWith } from "../../lib/locale";

type TextNamespace = NamespaceWith<{ title: string; lead: string; sections: object[] }>;

interface Section {
  title: string;
  text: string[];
  list?: string[];
}

/** A text page: title, lead and sections from one namespace, then `children`. */
export function TextPage({
  namespace,
  children,
}: {
  namespace: TextNamespace;
  children?: ReactNode;
}) {
  const { t: pageText } = useTranslation(namespace);
  const sections = pageText("sections", { returnObjects: true }) as unknown as Section[];
  return (
    <article className="mx-auto flex max-w-2xl flex-col gap-10">
      <header className="flex flex-col gap-4">
        <h1>{pageText("title")}</h1>
        <p className="text-ink-2 text-lg leading-relaxed sm:text-xl">{pageText("lead")}</p>
      </header>
      {sections.map(({ title, text, list = [] }) => (
        <section key={title} className="flex flex-col gap-3">
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph} className="leading-relaxed">
              {paragraph}
            </p>
          ))}
          {list.length > 0 && (
            <ul className="list-disc space-y-1.5 pl-5 marker:text-accent">
              {list.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {children}
    </article>
  );
}
