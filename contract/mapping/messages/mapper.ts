import { quality } from '@mimic/engine/bindings'
import { compileCommands } from '../commands/buildCommand.ts'
import type { BuildCommand } from '../commands/buildCommand.ts'
import { toBytes } from '../values/conversion.ts'
import type { DecodedPoint, DecoderInput } from './decoders.ts'
import { FrameCollector } from './frames.ts'
import { mappingLimits } from '../limits.ts'
import { ItemIndexes } from './path.ts'
import { parsePayload } from './payload.ts'
import type { ParsedPayload, PayloadFormat } from './payload.ts'
import { readItem } from './readItem.ts'
import { finishReading, noVariables } from './reading.ts'
import type { DecodedGroup, Pass, Reading, ScriptCall } from './reading.ts'
import { createRoute, findDevice } from './routes.ts'
import type { Route } from './routes.ts'
import type { Mapping } from '../configuration/schema.ts'
import { parseTopicPattern } from './topicPattern.ts'
import type { TopicPattern } from './topicPattern.ts'
import { compileTopics } from './topicPlan.ts'
import type { DecoderPlan, TopicPlan } from './topicPlan.ts'

/** Settings of a mapper besides its mapping. */
export interface MapperOptions {
  /** Time zone (IANA) of source times without zone: the project's. */
  readonly zone: string
}

interface SuspendedCall {
  readonly route: Route
  readonly root: unknown
}

/**
 * Compiles a mapping, once per product. Throws a RangeError if the mapping is invalid; check it with `readMapping`
 * first.
 */
export const compileMapping = (mapping: Mapping, options: MapperOptions): Mapper => new Mapper(mapping, options)

/**
 * Reads the messages of a product's devices. Pure: no clock, no state but caches. `read` takes any bytes and never
 * throws.
 */
export class Mapper {
  /** MQTT topic filters to subscribe to. */
  readonly filters: readonly string[]
  readonly buildCommand: BuildCommand
  readonly #topics: readonly TopicPlan[]
  readonly #ignored: readonly TopicPattern[]
  readonly #indexes = new ItemIndexes()
  readonly #routes = new Map<string, readonly Route[]>()
  readonly #suspended = new WeakMap<ScriptCall, SuspendedCall>()

  constructor(mapping: Mapping, { zone }: MapperOptions) {
    this.#topics = compileTopics(mapping, zone, this.#indexes)
    this.#ignored = (mapping.ignore ?? []).flatMap((each) => parseTopicPattern(each) ?? [])
    this.filters = [...new Set(this.#topics.map(({ pattern }) => pattern.filter))]
    this.buildCommand = compileCommands(mapping)
  }

  /** Returns whether a message of this topic can contain something. */
  matches(topic: string): boolean {
    return this.#findRoutes(topic).length > 0
  }

  /** Reads a message. `receivedAt`: time of receipt in milliseconds since 1970. */
  read(topic: string, payload: Uint8Array, receivedAt: number): Reading {
    const routes = this.#findRoutes(topic)
    const pass: Pass = {
      topic,
      payload,
      receivedAt,
      frames: [],
      presence: [],
      acknowledgements: [],
      scripts: [],
      problem: routes.length > 0 ? null : 'topic',
    }
    const parsed = new Map<PayloadFormat, ParsedPayload>()
    for (const route of routes) {
      const { format } = route.plan
      const root = parsed.get(format) ?? parsePayload(payload, format)
      if (routes.length > 1) parsed.set(format, root)
      if (root.problem !== undefined) pass.problem = root.problem
      else this.#readRoute(route, root.root, pass)
    }
    this.#indexes.clear()
    return finishReading(pass, routes[0]?.variables ?? noVariables)
  }

  /** Finishes a message with the result of a script; null if the script failed. The input of a call is used once. */
  finish(call: ScriptCall, points: readonly DecodedPoint[] | null): Reading {
    const suspended = this.#suspended.get(call)
    if (!suspended) throw new RangeError('this call does not belong to this mapping, or is already finished')
    this.#suspended.delete(call)
    const { topic, bytes, receivedAt } = call.input
    const pass: Pass = {
      topic,
      payload: bytes,
      receivedAt,
      frames: [],
      presence: [],
      acknowledgements: [],
      scripts: [],
      problem: null,
    }
    this.#readDecoded(suspended.route, suspended.root, points, pass)
    this.#indexes.clear()
    return finishReading(pass, suspended.route.variables)
  }

  #findRoutes(topic: string): readonly Route[] {
    const known = this.#routes.get(topic)
    if (known) return known
    const routes = this.#matchTopic(topic)
    if (this.#routes.size >= mappingLimits.routes) this.#routes.clear()
    this.#routes.set(topic, routes)
    return routes
  }

  #matchTopic(topic: string): readonly Route[] {
    if (this.#ignored.some((pattern) => pattern.match(topic) !== null)) return []
    const matches = this.#topics.flatMap((plan) => {
      const variables = plan.pattern.match(topic)
      return variables === null ? [] : [{ plan, variables }]
    })
    // A pattern with wildcards also matches topics that another one means, such as availability or answers to commands.
    const best = Math.max(...matches.map(({ plan }) => plan.pattern.literals))
    return matches
      .filter(({ plan }) => plan.pattern.literals === best)
      .map(({ plan, variables }) => createRoute(plan, variables))
  }

  #readRoute(route: Route, root: unknown, pass: Pass): void {
    const { decoder } = route.plan
    if (!decoder) return this.#readRoot(route, root, pass)
    const bytes = toBytes(decoder.read(root), decoder.encoding)
    if (bytes === null) {
      pass.problem = 'bytes'
      return
    }
    const input = createInput(route, decoder, bytes, root, pass)
    if (decoder.decoder.kind === 'codec') return this.#readDecoded(route, root, decoder.decoder.decode(input), pass)
    const call: ScriptCall = { decoder: decoder.decoder, input }
    this.#suspended.set(call, { route, root })
    pass.scripts.push(call)
  }

  #readDecoded(route: Route, root: unknown, points: readonly DecodedPoint[] | null, pass: Pass): void {
    if (points === null || points.length > mappingLimits.decodedPoints) {
      pass.problem = 'decoder'
      if (points !== null) return
    }
    const groups = groupDecoded(points ?? [])
    if (groups.length === 0) this.#readRoot(route, { message: root, decoded: {} }, pass)
    for (const { decoded, ...group } of groups) this.#readRoot(route, { message: root, decoded }, pass, group)
  }

  #readRoot(route: Route, root: unknown, pass: Pass, decoded: DecodedGroup | null = null): void {
    const { plan } = route
    if (plan.each === null) return readItem(route, root, root, null, pass, decoded)
    const items = plan.each(root)
    if (typeof items !== 'object' || items === null) return
    const entries = Object.entries(items)
    if (entries.length > mappingLimits.items) {
      pass.problem = 'items'
      return
    }
    const collector = new FrameCollector()
    for (const [key, item] of entries) readItem(route, item, root, key, pass, null, collector)
    pass.frames.push(...collector.finish(plan.every))
  }
}

/** Groups decoded values by device and time. */
function groupDecoded(points: readonly DecodedPoint[]): readonly (DecodedGroup & { readonly decoded: object })[] {
  const groups = new Map<string, DecodedPoint[]>()
  for (const point of points) {
    const key = `${point.at ?? ''} ${point.device ?? ''}`
    const group = groups.get(key)
    if (group) group.push(point)
    else groups.set(key, [point])
  }
  return [...groups.values()].map((group) => ({
    device: group[0]?.device ?? null,
    at: group[0]?.at ?? null,
    marks: new Map(group.map(({ name, quality: mark }) => [name, quality[mark ?? 'good']])),
    decoded: Object.fromEntries(group.map(({ name, value }) => [name, value])),
  }))
}

function createInput(
  route: Route,
  decoder: DecoderPlan,
  bytes: Uint8Array,
  root: unknown,
  { topic, receivedAt }: Pass,
): DecoderInput {
  const port = decoder.port?.(root)
  return {
    bytes,
    topic,
    device: findDevice(route, { message: root }, null),
    port: typeof port === 'number' ? port : null,
    receivedAt,
  }
}
