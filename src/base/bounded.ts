// Collections that forget their oldest entries, so that what comes from outside cannot fill the memory.

/** A map of at most `limit` entries. Setting a key again makes it the newest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly limit: number

  constructor(limit: number) {
    super()
    this.limit = limit
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.limit) this.delete(this.keys().next().value!)
    return this
  }
}

/** A set of at most `limit` values. Adding a value again makes it the newest. */
export class BoundedSet<T> extends Set<T> {
  readonly limit: number

  constructor(limit: number) {
    super()
    this.limit = limit
  }

  override add(value: T): this {
    this.delete(value)
    super.add(value)
    if (this.size > this.limit) this.delete(this.values().next().value!)
    return this
  }
}
