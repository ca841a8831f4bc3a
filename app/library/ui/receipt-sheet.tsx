import type { ReactNode } from "react";
import { SellerName } from "../../accounts/ui/seller-name";
import type { Cluster } from "../../lib/cluster";
import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import { LicenceKeyText } from "../../licences/ui/licence-key";
import type { Waiver } from "../../orders/rules/waiver";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { LocalTime, useLocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type {
  Receipt,
  ReceiptLicence,
  ReceiptRefund,
  ReceiptState,
  ReceiptTransaction,
} from "../rules/receipt";

/** `explorer` is null where no explorer supports the cluster. */
type WithExplorer<T> = T & { explorer: string | null };

export interface ShownReceipt extends Omit<Receipt, "payment" | "refunds"> {
  payment: WithExplorer<ReceiptTransaction> | null;
  refunds: WithExplorer<ReceiptRefund>[];
}

interface Props {
  reader: "buyer" | "seller";
  receipt: ShownReceipt;
  receiptNumber: string | null;
  /** Of the buyer. */
  licences: readonly ReceiptLicence[];
  cluster: Cluster;
}

const TONES: Record<ReceiptState, "good" | "plain" | "warn"> = {
  paid: "good",
  final: "good",
  granted: "warn",
  refunded: "plain",
};

/** Order, file, amounts, transaction, wallets and refunds. */
export function ReceiptSheet({ reader, receipt, receiptNumber, licences, cluster }: Props) {
  const { t } = useTranslation("receipt");
  const licence = useTranslation("licence");
  const { state, payment, refunds } = receipt;
  return (
    <Card className="grid gap-8 print:gap-5 print:border-0 print:p-0">
      <OrderSection receipt={receipt} receiptNumber={receiptNumber} />
      <FilesSection files={receipt.files} />
      {licences.map(({ title, productId, ...key }) => (
        <ReceiptSection
          key={productId}
          title={title === null ? licence.t("title") : licence.t("titleOf", { product: title })}
        >
          <LicenceKeyText licence={key} />
        </ReceiptSection>
      ))}
      <AmountSection receipt={receipt} />
      <ReceiptSection title={t("payment.title")}>
        {payment ? (
          <Transaction transaction={payment} cluster={cluster} />
        ) : (
          <p>{t(state === "granted" ? "payment.granted" : "unrecorded")}</p>
        )}
      </ReceiptSection>
      <PartySection receipt={receipt} />
      {receipt.withdrawal && <WithdrawalSection reader={reader} {...receipt.withdrawal} />}
      {refunds.map((refund) => (
        <ReceiptSection key={refund.signature} title={t("refund.title")}>
          <dl>
            <ReceiptRow label={t("refund.amount")}>
              <Amount lamports={refund.lamports} />
            </ReceiptRow>
          </dl>
          <Transaction transaction={refund} cluster={cluster} />
        </ReceiptSection>
      ))}
    </Card>
  );
}

function OrderSection({ receipt, receiptNumber }: Pick<Props, "receipt" | "receiptNumber">) {
  const { t } = useTranslation("receipt");
  const { orderId, productId, title, items, state, grantedAt, orderedAt } = receipt;
  return (
    <ReceiptSection title={t("order.title")}>
      <dl>
        <ReceiptRow label={t("order.product")}>
          <a href={paths.buy(productId)} className="link break-words font-semibold">
            {title}
          </a>
        </ReceiptRow>
        {items.map((item, at) => (
          <ReceiptRow key={item.id} label={t("order.item", { number: at + 1 })}>
            <a href={paths.buy(item.id)} className="link break-words">
              {item.title}
            </a>
          </ReceiptRow>
        ))}
        <ReceiptRow label={t("order.state")}>
          <span data-receipt-state={state}>
            <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
          </span>
          <span className="mt-1 block text-ink-2 text-sm">{t(`stateText.${state}`)}</span>
        </ReceiptRow>
        <ReceiptRow label={t("order.id")}>
          <Code>{orderId}</Code>
        </ReceiptRow>
        {receiptNumber !== null && (
          <ReceiptRow label={t("order.number")}>
            <span data-receipt-number>
              <Code>{receiptNumber}</Code>
            </span>
            <span className="mt-1 block text-ink-2 text-sm">{t("order.numberText")}</span>
          </ReceiptRow>
        )}
        <ReceiptRow label={t("order.ordered")}>
          <Time at={orderedAt} />
        </ReceiptRow>
        {state === "granted" && (
          <ReceiptRow label={t("order.granted")}>
            <Time at={grantedAt} />
          </ReceiptRow>
        )}
      </dl>
    </ReceiptSection>
  );
}

function FilesSection({ files }: Pick<ShownReceipt, "files">) {
  const { t } = useTranslation("receipt");
  const { count, size } = useFormat();
  return (
    <ReceiptSection title={t("file.title", { count: files.length || 1 })}>
      {files.length === 0 && <p>{t("file.unrecorded")}</p>}
      {files.map((file) => (
        <dl key={file.name} className="not-first:mt-4">
          <ReceiptRow label={t("file.name")}>
            <span className="break-all">{file.name}</span>
          </ReceiptRow>
          <ReceiptRow label={t("file.size")}>
            {t("file.bytes", { size: size(file.sizeBytes), bytes: count(file.sizeBytes) })}
          </ReceiptRow>
          <ReceiptRow label={t("file.sha256")}>
            {file.sha256 ? <Code>{file.sha256}</Code> : t("unrecorded")}
          </ReceiptRow>
        </dl>
      ))}
    </ReceiptSection>
  );
}

function AmountSection({ receipt }: { receipt: ShownReceipt }) {
  const { t } = useTranslation("receipt");
  const { commission, sol } = useFormat();
  const { priceLamports, paidLamports, shares, feeBps, networkFee } = receipt;
  return (
    <ReceiptSection title={t("amount.title")}>
      <dl>
        <ReceiptRow label={t("amount.price")}>
          <Amount lamports={priceLamports} />
        </ReceiptRow>
        {paidLamports !== priceLamports && (
          <ReceiptRow label={t("amount.paid")}>
            <Amount lamports={paidLamports} />
          </ReceiptRow>
        )}
        {shares && (
          <>
            <ReceiptRow label={t("amount.seller")}>
              <Amount lamports={shares.sellerLamports} />
            </ReceiptRow>
            {shares.otherLamports !== 0n && (
              <ReceiptRow label={t("amount.others")}>
                <Amount lamports={shares.otherLamports} />
              </ReceiptRow>
            )}
            <ReceiptRow label={t("amount.fee", { percent: commission(feeBps) })}>
              <Amount lamports={shares.feeLamports} />
            </ReceiptRow>
          </>
        )}
        {networkFee && (
          <ReceiptRow label={t("amount.network")}>
            {t(`amount.networkBy.${networkFee.paidBy}`, {
              amount: sol(formatSol(networkFee.estimatedLamports)),
            })}
          </ReceiptRow>
        )}
      </dl>
    </ReceiptSection>
  );
}

function PartySection({ receipt }: { receipt: ShownReceipt }) {
  const { t } = useTranslation("receipt");
  const { seller, sellerWallet, buyerWallet } = receipt;
  return (
    <ReceiptSection title={t("party.title")}>
      <dl>
        <ReceiptRow label={t("party.seller")}>
          {seller ? <SellerName {...seller} /> : t("party.sellerGone")}
        </ReceiptRow>
        <ReceiptRow label={t("party.sellerWallet")}>
          <Code>{sellerWallet}</Code>
        </ReceiptRow>
        <ReceiptRow label={t("party.buyerWallet")}>
          {buyerWallet ? <Code>{buyerWallet}</Code> : t("unrecorded")}
        </ReceiptRow>
      </dl>
    </ReceiptSection>
  );
}

interface WithdrawalProps extends Pick<Props, "reader"> {
  waiver: Waiver | null;
  endsAt: number;
}

/** The declaration in the words of its version, or until when the buyer may withdraw. */
function WithdrawalSection({ reader, waiver, endsAt }: WithdrawalProps) {
  const { t } = useTranslation("waiver");
  const { moment } = useLocalTime();
  return (
    <ReceiptSection title={t("title")}>
      {waiver ? (
        <dl>
          <ReceiptRow label={t("givenAt")}>
            <Time at={waiver.at} />
          </ReceiptRow>
          <ReceiptRow label={t("words", { version: waiver.version })}>
            <q>{t(`declaration.${waiver.version as 1}`)}</q>
          </ReceiptRow>
        </dl>
      ) : (
        <p>{t(reader === "buyer" ? "keptByYou" : "kept", { date: moment(endsAt) })}</p>
      )}
    </ReceiptSection>
  );
}

interface TransactionProps {
  transaction: WithExplorer<ReceiptTransaction>;
  cluster: Cluster;
}

function Transaction({ transaction, cluster }: TransactionProps) {
  const { t } = useTranslation("receipt");
  const { count } = useFormat();
  const { signature, slot, at, explorer } = transaction;
  return (
    <dl>
      <ReceiptRow label={t("payment.signature")}>
        <Code>{signature}</Code>
      </ReceiptRow>
      <ReceiptRow label={t("payment.slot")}>
        {slot === null ? t("unrecorded") : count(slot)}
      </ReceiptRow>
      <ReceiptRow label={t("payment.time")}>
        <Time at={at} />
      </ReceiptRow>
      <ReceiptRow label={t("payment.network")}>
        {t(`cluster.${cluster}`)}
        {explorer ? (
          <a href={explorer} target="_blank" rel="noreferrer" className="link block break-all">
            <span className="print:hidden">{t("payment.explorer")}</span>
            <span className="hidden print:inline">{explorer}</span>
          </a>
        ) : (
          <span className="block text-ink-2 text-sm">{t("payment.noExplorer")}</span>
        )}
      </ReceiptRow>
    </dl>
  );
}

function ReceiptSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid">
      <h2 className="mb-2 text-xl">{title}</h2>
      {children}
    </section>
  );
}

function ReceiptRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-line border-t py-2 sm:grid-cols-[13rem_minmax(0,1fr)] print:grid-cols-[13rem_minmax(0,1fr)] print:py-1">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="break-all font-mono text-sm">{children}</code>;
}

/** In SOL and in lamports. */
function Amount({ lamports }: { lamports: bigint }) {
  const { t } = useTranslation("receipt");
  const amount = useFormat().count(lamports);
  return (
    <>
      <Sol amount={formatSol(lamports)} className="font-semibold" />{" "}
      <span className="text-ink-2 text-sm">{t("amount.lamports", { amount })}</span>
    </>
  );
}

/** The time of a step (epoch ms), to the second. */
function Time({ at }: { at: number | null }) {
  const { t } = useTranslation("receipt");
  return at === null ? t("unrecorded") : <LocalTime at={at} show="exact" />;
}
