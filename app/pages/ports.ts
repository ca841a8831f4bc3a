export interface ContactMessage {
  id: string;
  email: string;
  message: string;
  /** The language that the sender read. */
  locale: string;
  /** Epoch ms. */
  createdAt: number;
}

/** What visitors wrote to the operator. */
export interface ContactMessages {
  insert(message: ContactMessage): Promise<void>;
}
