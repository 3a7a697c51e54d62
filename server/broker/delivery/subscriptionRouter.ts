/** A publication that aedes passes on for delivery. */
export interface Publication {
  readonly topic: string
  brokerCounter?: number
}

export type Deliver = (packet: Publication, done: () => void) => void

interface Level<Subscriber> {
  readonly next: Map<string, Level<Subscriber>>
  readonly subscribers: Map<Deliver, Subscriber | null>
}

/**
 * Delivers publications to subscribers without waiting for any of them; the emitter of aedes holds a slot until the
 * slowest has written. Publications are numbered on delivery, because aedes drops any that arrive out of order, and
 * storing a retained message takes an extra turn of the event loop.
 *
 * `Subscriber`: connection of a subscription.
 */
export class SubscriptionRouter<Subscriber extends object = object> {
  /** Changes with each subscription. */
  version = 0
  readonly #root: Level<Subscriber> = createLevel()
  #subscriber: Subscriber | null = null
  #count = 0

  /** Subscriptions that `subscribe` makes before it returns are those of the subscriber. */
  assign(subscriber: Subscriber, subscribe: () => void): void {
    this.#subscriber = subscriber
    try {
      subscribe()
    } finally {
      this.#subscriber = null
    }
  }

  /** Connections that a topic is delivered to, each once; null if some subscription is of no connection. */
  findSubscribers(topic: string): readonly Subscriber[] | null {
    const found = new Set<Subscriber | null>()
    visit(this.#root, topic.split('/'), 0, (_deliver, subscriber) => found.add(subscriber))
    const subscribers = [...found].filter((subscriber) => subscriber !== null)
    return subscribers.length === found.size ? subscribers : null
  }

  on(filter: string, deliver: Deliver, done?: () => void): this {
    let at = this.#root
    for (const name of filter.split('/')) {
      const next = at.next.get(name) ?? createLevel()
      at.next.set(name, next)
      at = next
    }
    at.subscribers.set(deliver, this.#subscriber)
    this.version++
    if (done) setImmediate(done)
    return this
  }

  removeListener(filter: string, deliver: Deliver, done?: () => void): this {
    remove(this.#root, filter.split('/'), 0, deliver)
    this.version++
    if (done) setImmediate(done)
    return this
  }

  emit(packet: Publication, done: () => void = ignore): this {
    packet.brokerCounter = ++this.#count
    visit(this.#root, packet.topic.split('/'), 0, (deliver) => deliver(packet, ignore))
    setImmediate(done)
    return this
  }

  /** Number of subscriptions that a topic matches. */
  countSubscribers(topic: string): number {
    let count = 0
    visit(this.#root, topic.split('/'), 0, () => count++)
    return count
  }

  close(done: () => void): this {
    this.#root.next.clear()
    this.version++
    setImmediate(done)
    return this
  }
}

/** Returns whether a topic name matches an MQTT filter. */
export function matchesFilter(filter: string, topic: string): boolean {
  const filters = filter.split('/')
  const names = topic.split('/')
  for (const [i, name] of filters.entries()) {
    if (name === '#') return true
    if (i >= names.length || (name !== '+' && name !== names[i])) return false
  }
  return filters.length === names.length
}

const createLevel = <Subscriber>(): Level<Subscriber> => ({ next: new Map(), subscribers: new Map() })

function visit<Subscriber>(
  at: Level<Subscriber>,
  names: readonly string[],
  depth: number,
  call: (deliver: Deliver, subscriber: Subscriber | null) => void,
): void {
  const rest = at.next.get('#')
  if (rest !== undefined) for (const [deliver, subscriber] of rest.subscribers) call(deliver, subscriber)
  const name = names[depth]
  if (name === undefined) {
    for (const [deliver, subscriber] of at.subscribers) call(deliver, subscriber)
    return
  }
  const exact = at.next.get(name)
  if (exact !== undefined) visit(exact, names, depth + 1, call)
  const any = at.next.get('+')
  if (any !== undefined) visit(any, names, depth + 1, call)
}

/** Removes empty levels as well, so that the tree does not grow over time. */
function remove<Subscriber>(at: Level<Subscriber>, names: readonly string[], depth: number, deliver: Deliver): void {
  const name = names[depth]
  if (name === undefined) {
    at.subscribers.delete(deliver)
    return
  }
  const next = at.next.get(name)
  if (next === undefined) return
  remove(next, names, depth + 1, deliver)
  if (next.subscribers.size === 0 && next.next.size === 0) at.next.delete(name)
}

const ignore = () => {}
