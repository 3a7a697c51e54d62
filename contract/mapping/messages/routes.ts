import { mappingLimits } from '../limits.ts'
import type { PointPlan, TopicPlan } from './topicPlan.ts'

/** A topic name, matched to a topic of the mapping. Kept in memory, since devices repeat their topics. */
export interface Route {
  readonly plan: TopicPlan
  readonly variables: ReadonlyMap<string, string>
  readonly device: string | null
  readonly points: readonly PointPlan[]
  readonly names: readonly string[]
  /** Neither items nor times of single points nor two sources of one point: read in one pass. */
  readonly isFlat: boolean
  /** Names of the last message that lacked some points, so that the same array can be reused. */
  partial: readonly string[]
}

/** Compiles the points of a topic plan for one set of topic variables. */
export function createRoute(plan: TopicPlan, variables: ReadonlyMap<string, string>): Route {
  const points = plan.points.filter(({ where }) => where.every(([name, value]) => variables.get(name) === value))
  const names = points.map(({ point }) => point)
  const isUnique = new Set(names).size === names.length
  const { device } = plan
  return {
    plan,
    variables,
    points,
    names: Object.freeze(names),
    partial: [],
    device: device.from === 'topic' ? (variables.get('device') ?? null) : device.from === 'fixed' ? device.key : null,
    isFlat: plan.each === null && isUnique && points.every(({ time, when }) => time === null && when === null),
  }
}

/** Key of the device; null if the message does not name it. */
export function findDevice(
  { plan, device }: Route,
  item: unknown,
  key: string | null,
  root: unknown = item,
): string | null {
  if (plan.device.from === 'topic' || plan.device.from === 'fixed') return device
  if (plan.device.from === 'none') return null
  if (plan.device.from === 'key') return isDeviceKey(key) ? key : null
  const named = plan.device.read(item) ?? plan.device.read(root)
  const text = typeof named === 'number' && Number.isSafeInteger(named) ? String(named) : named
  return isDeviceKey(text) ? text : null
}

const isDeviceKey = (key: unknown): key is string =>
  typeof key === 'string' && key.trim() !== '' && key.length <= mappingLimits.deviceLength && !/\p{Cc}/u.test(key)
