/** Fixed text, and the names of values between it. */
export type Template = (string | { value: string })[];

/** The pages that are written by hand, as templates of the HTML that the app renders. */
export interface Templates {
  /** `cards`: those of the page. */
  shop: Template;
  card: Template;
  /** `others`: the other products of the seller. */
  product: Template;
  other: Template;
}

const GRID = /(<ul class="grid[^>]*>)([\s\S]*?)(<\/ul>)/;

/** Makes templates of the rendered pages; the values are those of the first card and of the product. */
export function templatesOf({ shop, product }: { shop: string; product: string }): Templates {
  const [shopShell, [card = ""]] = withoutCards(shop, "%cards%");
  const [productShell, [other = ""]] = withoutCards(product, "%others%");
  const article = /<article[\s\S]*<\/article>/.exec(productShell)?.[0] ?? "";
  const amounts = [...productShell.matchAll(/>([\d.]+)<span class="ml-1/g)].map(([, it]) => it);
  return {
    shop: split(shopShell, { cards: "%cards%" }),
    card: split(card, { ...cardValues(card), category: textOf(card, /text-sm">([^<]+)<\/p>/) }),
    product: split(productShell, {
      others: "%others%",
      svg: textOf(article, /(<svg[\s\S]*?<\/svg>)/),
      title: textOf(article, /<h1><span>([^<]+)/),
      description: textOf(article, /text-lg">([^<]+)<\/p>/),
      uid: textOf(article, /href="\/sell\/([^"]+)"/),
      seller: textOf(article, /href="\/sell\/[^>]+>([^<]+)/),
      sha256: textOf(article, /<code[^>]+title="([^"]+)"/),
      share: amounts[0] ?? "",
      fee: amounts[1] ?? "",
      price: amounts[2] ?? "",
    }),
    other: split(other, cardValues(other)),
  };
}

/** A page without script, whose list of cards is replaced, and the cards. */
function withoutCards(html: string, mark: string): [string, string[]] {
  let cards: string[] = [];
  const shell = html
    .replace(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>/g, "")
    .replace(GRID, (_, start, items: string, end) => {
      cards = items.match(/<li[\s\S]*?<\/li>/g) ?? [];
      return start + mark + end;
    });
  return [shell, cards];
}

function cardValues(card: string): Record<string, string> {
  return {
    svg: textOf(card, /(<svg[\s\S]*?<\/svg>)/),
    id: textOf(card, /href="\/acheter\/([^"]+)"/),
    title: textOf(card, /<span>([^<]+)<\/span><\/a>/),
    price: textOf(card, />([\d.]+)<span class="ml-1/),
  };
}

function textOf(html: string, pattern: RegExp): string {
  const text = pattern.exec(html)?.[1];
  if (!text) throw new Error(`A rendered page has nothing like ${pattern}`);
  return text;
}

function split(html: string, values: Record<string, string>): Template {
  const names = new Map(Object.entries(values).map(([name, text]) => [text, name]));
  const longestFirst = [...names.keys()].sort((one, other) => other.length - one.length);
  const texts = longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return html.split(new RegExp(`(${texts.join("|")})`)).map((part) => {
    const value = names.get(part);
    return value ? { value } : part;
  });
}
