import type { Entity } from '../entity/define.ts'
import { device, product } from './device.ts'
import { firmware, upgrade, upgradeLog } from './firmware.ts'
import { mapping } from './mapping.ts'
import { subscription, topic } from './messaging.ts'
import { channel, notificationLog, template } from './notification.ts'
import { plugin } from './plugin.ts'
import { trend, trendNote } from './trend.ts'
import { chart, dashboard, map } from './dashboards.ts'

/** The platform entities. Each precedes the entities that refer to it. */
export const platformEntities: readonly Entity[] = [
  product,
  firmware,
  device,
  upgrade,
  upgradeLog,
  channel,
  template,
  notificationLog,
  topic,
  subscription,
  mapping,
  plugin,
  chart,
  dashboard,
  map,
  trend,
  trendNote,
]
