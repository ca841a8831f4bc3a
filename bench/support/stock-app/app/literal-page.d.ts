/** A page of the measured app as JSX with its texts; see `bench/support/pages/literal-pages.ts`. */
declare module "virtual:literal-page/*" {
  export default function Page(): React.JSX.Element;
}
