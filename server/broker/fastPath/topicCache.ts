import { parseTopic, type Topic } from '../../../contract/telemetry/index.ts'
import { canPublish, canReceive, type Grant } from '../access/acl.ts'
import type { Session } from '../access/session.ts'
import type { SubscriptionRouter } from '../delivery/subscriptionRouter.ts'

/** A subscriber of a topic, with the permission of its grant. */
interface Route {
  readonly session: Session
  grant: Grant | null
  mayReceive: boolean
}

/** What the broker has found out about a topic. Permissions are those of a grant, which never changes. */
export interface CachedTopic {
  readonly name: string
  readonly topic: Topic
  /** The last grant that may publish to the topic. */
  publishGrant: Grant
  /** Subscribers; null if some subscription is of no connection, undefined if they are unknown. */
  routes: readonly Route[] | null | undefined
}

/** Caches the meaning of topics with values, the permission to publish to them, and their subscribers. */
export class TopicCache {
  readonly #topics = new Map<string, CachedTopic>()
  /** Topics with routes of the present subscriptions, of which `#version` is the version. */
  #routed: CachedTopic[] = []
  #version = 0
  readonly #router: SubscriptionRouter<Session>
  readonly #maxTopics: number

  constructor(router: SubscriptionRouter<Session>, maxTopics: number) {
    this.#router = router
    this.#maxTopics = maxTopics
  }

  /** Returns null if the topic is not one with values, or if the grant may not publish to it. */
  find(name: string, grant: Grant): CachedTopic | null {
    const cached = this.#topics.get(name)
    if (cached === undefined) return this.#add(name, grant)
    if (cached.publishGrant !== grant) {
      if (!canPublish(grant, cached.topic)) return null
      cached.publishGrant = grant
    }
    return cached
  }

  /** Subscribers of a topic; null if some subscription is of no connection. */
  findRoutes(cached: CachedTopic): readonly Route[] | null {
    if (this.#version !== this.#router.version) this.#discardRoutes()
    if (cached.routes !== undefined) return cached.routes
    const subscribers = this.#router.findSubscribers(cached.name)
    cached.routes = subscribers && subscribers.map((session) => ({ session, grant: null, mayReceive: false }))
    this.#routed.push(cached)
    return cached.routes
  }

  /** Discards all routes, so that none keeps a closed connection in memory. */
  #discardRoutes(): void {
    this.#version = this.#router.version
    for (const cached of this.#routed) cached.routes = undefined
    this.#routed = []
  }

  #add(name: string, grant: Grant): CachedTopic | null {
    const topic = parseTopic(name)
    if (topic?.kind !== 'values' || !canPublish(grant, topic)) return null
    const cached: CachedTopic = { name, topic, publishGrant: grant, routes: undefined }
    if (this.#topics.size >= this.#maxTopics) {
      this.#discardRoutes()
      this.#topics.clear()
    }
    this.#topics.set(name, cached)
    return cached
  }
}

/** Returns whether a subscriber may receive a topic now. */
export function mayReceive(route: Route, topic: Topic): boolean {
  const { grant, isRevoked } = route.session
  if (grant === null || isRevoked) return false
  if (route.grant !== grant) {
    route.grant = grant
    route.mayReceive = canReceive(grant, topic)
  }
  return route.mayReceive
}
