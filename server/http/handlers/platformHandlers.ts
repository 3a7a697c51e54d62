import type { Monitoring } from '../../services/operations/monitoring/index.ts'
import type { Notifications } from '../../services/operations/notifications/index.ts'
import type { ServerAlarms } from '../../services/operations/serverAlarms/index.ts'
import type { Upgrades } from '../../services/devices/upgrades/index.ts'
import type { LinkageRehearsals } from '../../services/automation/linkages/index.ts'
import type { RuleScripts } from '../../services/automation/ruleScripts/index.ts'
import type { Handlers } from '../routeHandler.ts'

/** Services of the platform pages. */
export interface Platform {
  readonly monitoring: Monitoring
  readonly notifications: Pick<Notifications, 'notify' | 'test'>
  readonly upgrades: Pick<Upgrades, 'readSignedFile'>
  readonly serverAlarms: Pick<ServerAlarms, 'list' | 'acknowledge'>
  readonly ruleScripts: Pick<
    RuleScripts,
    'check' | 'figures' | 'lastMessage' | 'verify' | 'rehearse' | 'readRehearsal' | 'cancelRehearsal'
  >
  readonly linkageRehearsals: Pick<LinkageRehearsals, 'start' | 'read' | 'cancel'>
}

type PlatformHandlers = Pick<
  Handlers,
  | 'monitor.alarms'
  | 'monitor.acknowledgeAlarms'
  | 'monitor.server'
  | 'monitor.history'
  | 'monitor.caches'
  | 'monitor.clearCache'
  | 'monitor.cacheKeys'
  | 'monitor.removeCacheKey'
  | 'monitor.broker'
  | 'monitor.disconnect'
  | 'monitor.sessions'
  | 'monitor.endSession'
  | 'channel.test'
  | 'notification.send'
  | 'upgrade.file'
  | 'script.check'
  | 'script.lastMessage'
  | 'script.figures'
  | 'script.verify'
  | 'script.rehearse'
  | 'script.rehearsal'
  | 'script.cancelRehearsal'
>

/** Maps the platform routes to these services. */
export const platformHandlers = ({
  monitoring,
  notifications,
  upgrades,
  serverAlarms,
  ruleScripts,
}: Platform): PlatformHandlers => ({
  'monitor.alarms': { kind: 'own', answer: () => serverAlarms.list() },
  'monitor.acknowledgeAlarms': {
    kind: 'own',
    async answer({ body }, caller) {
      await serverAlarms.acknowledge(caller, body.ids)
      return serverAlarms.list()
    },
  },
  'monitor.history': { kind: 'own', answer: () => monitoring.history() },
  'monitor.server': { kind: 'own', answer: ({ query }) => monitoring.server(query.since) },
  'monitor.caches': { kind: 'own', answer: () => monitoring.caches() },
  'monitor.clearCache': { kind: 'own', answer: ({ params }, caller) => monitoring.clearCache(caller, params.name) },
  'monitor.cacheKeys': { kind: 'own', answer: ({ params, query }) => monitoring.cacheKeys(params.name, query) },
  'monitor.removeCacheKey': {
    kind: 'own',
    answer: ({ params }, caller) => monitoring.removeCacheKey(caller, params.name, params.id),
  },
  'monitor.broker': { kind: 'own', answer: ({ query }) => monitoring.broker(query) },
  'monitor.disconnect': { kind: 'own', answer: ({ params }, caller) => monitoring.disconnect(caller, params.id) },
  'monitor.sessions': { kind: 'own', answer: ({ query }, caller) => monitoring.sessions(query, caller) },
  'monitor.endSession': { kind: 'own', answer: ({ params }, caller) => monitoring.endSession(caller, params.id) },
  'channel.test': {
    kind: 'own',
    answer: ({ params, body }, caller) => notifications.test(caller, params.id, body.receivers),
  },
  'notification.send': {
    kind: 'own',
    answer: ({ body }, caller) => notifications.notify(caller, body.template, body.variables),
  },
  'script.check': { kind: 'own', answer: ({ body }) => ruleScripts.check(body.language, body.source) },
  'script.figures': { kind: 'own', answer: ({ params }) => ruleScripts.figures(params.id) },
  'script.lastMessage': {
    kind: 'own',
    answer: ({ query }) => ruleScripts.lastMessage(query.event, query.product ?? null),
  },
  'script.verify': {
    kind: 'own',
    answer: ({ body }, caller) => ruleScripts.verify(caller, body.script, body.message ?? null),
  },
  'script.rehearse': {
    kind: 'own',
    answer: ({ body: { script, device, ...request } }, caller) =>
      ruleScripts.rehearse(caller, script, { ...request, device: device ?? null }),
  },
  'script.rehearsal': { kind: 'own', answer: ({ params }, caller) => ruleScripts.readRehearsal(caller, params.id) },
  'script.cancelRehearsal': {
    kind: 'own',
    answer: ({ params }, caller) => ruleScripts.cancelRehearsal(caller, params.id),
  },
  'upgrade.file': { kind: 'open', answer: ({ params }) => upgrades.readSignedFile(params.ticket) },
})
