/** A function for each property, which makes its value. */
type Makers<T> = { [K in keyof T]: () => T[K] };

/** An object whose properties are made when they are first read: a request needs few of the interfaces. */
export function lazily<T extends object>(makers: Makers<T>): T {
  const made = {} as T;
  for (const key of Object.keys(makers) as (keyof T)[]) {
    Object.defineProperty(made, key, {
      enumerable: true,
      configurable: true,
      get() {
        const value = makers[key]();
        Object.defineProperty(made, key, { value, enumerable: true });
        return value;
      },
    });
  }
  return made;
}

/** The properties of an object as they are read, to be joined with others by `lazily`. */
export function makersOf<T extends object>(made: T): Makers<T> {
  const keys = Object.keys(made) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, () => made[key]])) as Makers<T>;
}
