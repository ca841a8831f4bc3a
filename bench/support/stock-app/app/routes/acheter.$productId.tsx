import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatSol } from "~/lib/lamports";
import { generateCover } from "~/products/rules/cover";
import { readProduct } from "../../../pages/worker-env";
import { envOf } from "../baseline-env";
import { categoryName } from "../categories";
import { CopyButton } from "../components/copy-button";
import { Cover, Sol } from "../components/cover";

const BYTES_PER_KB = 1_024;
const FEE_PERCENT = 1n;

export async function loader({ context }: LoaderFunctionArgs) {
  const { product, others, isStored } = await readProduct(envOf(context));
  if (!product?.uid) throw new Response(null, { status: 404 });
  const price = BigInt(product.priceLamports ?? 0);
  const fee = (price * FEE_PERCENT) / 100n;
  return {
    id: String(product.id),
    title: String(product.title),
    description: String(product.description),
    category: categoryName(Number(product.categoryId)),
    svg: generateCover(String(product.id)),
    price: formatSol(price),
    fee: formatSol(fee),
    share: formatSol(price - fee),
    seller: { uid: String(product.uid), name: String(product.displayName) },
    file: isStored && {
      kilobytes: Math.round(Number(product.sizeBytes) / BYTES_PER_KB),
      sha256: String(product.sha256),
    },
    others: others.map(({ id, title, priceLamports }) => ({
      id: String(id),
      title: String(title),
      price: formatSol(BigInt(priceLamports ?? 0)),
      svg: generateCover(String(id)),
    })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title} · Comptoir` },
  { name: "description", content: data?.description },
];

export default function Product() {
  const product = useLoaderData<typeof loader>();
  const { id, title, seller, file, others } = product;
  return (
    <>
      <div className="grid items-start gap-10 md:grid-cols-[minmax(0,1fr)_25rem] lg:grid-cols-[minmax(0,1fr)_29rem] lg:gap-14">
        <article className="min-w-0">
          <Cover url={null} svg={product.svg} eager />
          <p className="mt-5 mb-3 flex flex-wrap gap-2">
            <Badge>{product.category}</Badge>
            <Badge>Unlimited ∞</Badge>
          </p>
          <h1>{title}</h1>
          <p className="wrap-anywhere mt-4 max-w-prose whitespace-pre-line text-ink-2 text-lg">
            {product.description}
          </p>
          <p className="mt-5 text-ink-2">
            Sold by{" "}
            <Link to={`/sell/${seller.uid}`} className="link font-semibold text-ink">
              {seller.name}
            </Link>
          </p>
          {file && (
            <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
              PDF · {file.kilobytes} kB · SHA-256
              <span className="inline-flex items-center gap-2">
                <code className="font-mono text-sm" title={file.sha256}>
                  {file.sha256.slice(0, 6)}...{file.sha256.slice(-6)}
                </code>
                <CopyButton text={file.sha256} />
              </span>
            </p>
          )}
        </article>
        <div className="md:sticky md:top-24">
          <Ticket {...product} login={`/login?to=${encodeURIComponent(`/acheter/${id}`)}`} />
        </div>
      </div>
      <section aria-labelledby="others" className="mt-16 border-line border-t pt-10">
        <h2 id="others" className="mb-6">
          Other products by this seller
        </h2>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-4">
          {others.map((other) => (
            <li key={other.id} className="group relative flex min-w-0 flex-col gap-2">
              <Cover url={null} svg={other.svg} />
              <h3 className="font-bold text-lg leading-snug">
                <Link
                  to={`/acheter/${other.id}`}
                  className="no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
                >
                  {other.title}
                </Link>
              </h3>
              <Sol amount={other.price} className="font-bold font-display text-lg leading-snug" />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center rounded-full bg-sunk px-2.5 py-0.5 font-semibold text-ink-2 text-xs">
      {children}
    </span>
  );
}

function Ticket(props: { share: string; fee: string; price: string; login: string }) {
  return (
    <section
      aria-label="Purchase ticket"
      className="rounded-lg border border-line bg-card p-6 shadow-ticket max-[359px]:p-3.5"
    >
      <dl>
        <Amount label="Seller" amount={props.share} />
        <Amount label="Commission 1%" amount={props.fee} />
        <div className="mt-2 flex items-baseline justify-between gap-4 border-line border-t pt-3 font-bold font-display text-2xl tracking-tight">
          <dt>Total</dt>
          <dd>
            <Sol amount={props.price} />
          </dd>
        </div>
      </dl>
      <p className="mt-1 text-ink-3 text-xs">
        Plus Solana network fees: about 0.0000052 SOL (5,000 lamports a signature).
      </p>
      <div className="tear my-7" aria-hidden="true" />
      <p className="mb-4 text-center">Sign in to buy this product.</p>
      <Link
        to={props.login}
        className="inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-full border border-transparent bg-accent px-6 font-semibold text-base text-on-accent no-underline transition duration-150 hover:bg-accent-strong"
      >
        Sign in
      </Link>
      <p className="mt-3 text-center text-ink-3 text-sm">You will come back here afterwards.</p>
    </section>
  );
}

function Amount({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1 text-ink-2">
      <dt>{label}</dt>
      <dd>
        <Sol amount={amount} />
      </dd>
    </div>
  );
}
