import type { ReactNode } from "react";
import type { NamespaceWith } from "../../lib/locale";
import { paths } from "../../lib/paths";
import { profilePaths } from "../../lib/profile-paths";
import { useTranslation } from "../../ui/translation";

type TextNamespace = NamespaceWith<{ title: string; lead: string; sections: object[] }>;

/** Pages that a section can link to, by the name that the texts have for them. */
const LINKS: Record<string, string> = {
  contact: paths.contact,
  creator: paths.creator,
  deletion: profilePaths.deleteAccount,
  legalNotice: paths.legalNotice,
  login: paths.login,
  // Written by the build, among the assets.
  notices: "/third-party-notices.txt",
  onRamp: paths.onRamp,
  phantom: "https://phantom.com/download",
  privacy: paths.privacy,
  ranking: paths.ranking,
  profile: paths.profile,
  solflare: "https://solflare.com/download",
  terms: paths.terms,
  walletGuide: paths.walletGuide,
  withdrawal: paths.withdrawal,
};

interface Section {
  title: string;
  text: string[];
  list?: string[];
  links?: { to: string; text: string }[];
}

interface Props {
  namespace: TextNamespace;
  /** Values of the placeholders in lead and sections. */
  values?: Record<string, string>;
  /** Shown between lead and sections. */
  intro?: ReactNode;
  children?: ReactNode;
}

/** A text page: title, lead and sections from one namespace, then `children`. */
export function TextPage({ namespace, values = {}, intro, children }: Props) {
  const { t } = useTranslation(namespace);
  // The types of all pages together accept no values.
  const pageText = t as unknown as (key: string, options?: object) => string;
  const sections = pageText("sections", { returnObjects: true, ...values }) as unknown as Section[];
  return (
    <article className="mx-auto flex w-full max-w-2xl flex-col gap-10">
      <header className="flex flex-col gap-4">
        <h1>{pageText("title")}</h1>
        <p className="text-ink-2 text-lg leading-relaxed sm:text-xl">{pageText("lead", values)}</p>
      </header>
      {intro}
      {sections.map((section) => (
        <TextSection key={section.title} {...section} />
      ))}
      {children}
    </article>
  );
}

function TextSection({ title, text, list = [], links = [] }: Section) {
  return (
    <section className="flex flex-col gap-3">
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
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ to, text: label }) => (
            <li key={to}>
              <a href={LINKS[to]} className="link font-semibold">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
