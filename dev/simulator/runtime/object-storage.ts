/** What a Durable Object stores; it outlives the object in memory. */
export class StoredState {
  readonly values = new Map<string, unknown>();
  /** Epoch ms; null without an alarm. */
  alarmAt: number | null = null;
}

/**
 * The storage of one object in memory. Its answers come at once, as behind an input gate: nothing else is
 * delivered to the object meanwhile.
 *
 * @param isOver true once the object has ended: what it still runs changes nothing
 */
export function storageOf(
  state: StoredState,
  isOver: () => boolean,
  alarmChanged: () => void,
): unknown {
  const setAlarm = (at: number | null) => {
    if (isOver()) return;
    state.alarmAt = at;
    alarmChanged();
  };
  const remove = (keys: readonly string[]) => {
    if (isOver()) return 0;
    return keys.filter((key) => state.values.delete(key)).length;
  };
  return {
    async get(key: string | string[]) {
      if (typeof key === "string") return structuredClone(state.values.get(key));
      const found = key.filter((one) => state.values.has(one));
      return new Map(found.map((one) => [one, structuredClone(state.values.get(one))]));
    },
    async put(key: string, value: unknown) {
      if (!isOver()) state.values.set(key, structuredClone(value));
    },
    async delete(key: string | string[]) {
      return typeof key === "string" ? remove([key]) > 0 : remove(key);
    },
    async deleteAll() {
      if (isOver()) return;
      state.values.clear();
      setAlarm(null);
    },
    getAlarm: async () => state.alarmAt,
    setAlarm: async (at: number | Date) => setAlarm(Number(at)),
    deleteAlarm: async () => setAlarm(null),
  };
}
