/** The paper of each theme, as the style sheet has it. */
const PAPER = { light: "#f7f4ee", dark: "#12100d" };

/** What the browser paints around the page. */
export function ThemeColor({ theme }: { theme: "light" | "dark" | "system" }) {
  if (theme !== "system") return <meta name="theme-color" content={PAPER[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAPER.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAPER.dark} />
    </>
  );
}
