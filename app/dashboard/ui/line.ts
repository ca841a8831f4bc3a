/** One product of the dashboard. */
export interface DashboardLine {
  id: string;
  title: string;
  /** Null without a cover; then the one drawn from the id stands for it. */
  coverUrl: string | null;
  drawn: string;
  sales: number;
  /** SOL as decimal text. */
  price: string;
  saleType: "unique" | "limited" | "infinite";
  saleLimit: number | null;
  status: "draft" | "active" | "disabled";
}
