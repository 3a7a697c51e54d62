import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeLocalized } from '../../contract/localizedText.ts'
import type { PluginCode } from '../../contract/platform/plugin.ts'
import { pluginParts } from '../../contract/platform/plugin.ts'
import type { BackupStatus } from '../../contract/routes.ts'
import type { Broker } from '../broker/index.ts'
import type { History } from '../database/history/history.ts'
import type { Db } from '../database/index.ts'
import type { Guard } from '../http/outbound/index.ts'
import { createOutbound } from '../http/outbound/index.ts'
import type { Platform } from '../http/handlers/platformHandlers.ts'
import type { Log } from '../log.ts'
import type { Options } from '../options.ts'
import { findProgram } from '../programs.ts'
import type { ApiTokens, AccountStatus } from '../services/identity/apiTokens.ts'
import { systemContext } from '../services/base/requestContext.ts'
import type { Commands } from '../services/devices/commands.ts'
import { DevicePresence } from '../services/devices/devicePresence.ts'
import { DiscoveredDevices } from '../services/devices/discoveredDevices.ts'
import { DeviceStates } from '../services/devices/deviceStates.ts'
import { DeviceSignal } from '../services/devices/signal/deviceSignal.ts'
import type { EntityHooks, EntityServices, Hooks } from '../services/entities/index.ts'
import type { Files } from '../services/files/index.ts'
import { startHistoryMaintenance } from '../services/devices/historyMaintenance.ts'
import { readSetting, writeSetting } from '../services/installation/install.ts'
import { createJobs, installJobs, upgradeBackupJobs } from '../services/automation/jobs/index.ts'
import type { JobKind } from '../services/automation/jobs/index.ts'
import { builtInKinds } from '../services/automation/jobs/kinds.ts'
import type { AlarmStore } from '../services/alarms/alarmStore.ts'
import { createMeterFreezes } from '../services/lighting/energy/meterFreezes.ts'
import type { SendMessage } from '../services/automation/bridges/index.ts'
import type { PreviewForBridge } from '../services/automation/ruleScripts/deliver.ts'
import { createRuleScripts } from '../services/automation/ruleScripts/index.ts'
import type { RuleScripts } from '../services/automation/ruleScripts/index.ts'
import { createLinkages } from '../services/automation/linkages/index.ts'
import { createBackups } from '../services/operations/backups.ts'
import { createMonitoring } from '../services/operations/monitoring/index.ts'
import type { Latency } from '../services/operations/monitoring/latency.ts'
import { createDelivery } from '../services/operations/notifications/deliver.ts'
import type { Deliver } from '../services/operations/notifications/deliver.ts'
import { createNotifications } from '../services/operations/notifications/index.ts'
import type { Notifications } from '../services/operations/notifications/index.ts'
import type { CustomTopicsService } from '../services/devices/customTopics/index.ts'
import type { Mappings } from '../services/devices/mapping/index.ts'
import type { Plugins } from '../services/operations/plugins/index.ts'
import type { Sessions } from '../services/identity/sessions.ts'
import { createServerChecks } from '../services/operations/serverAlarms/checks.ts'
import { createServerAlarms } from '../services/operations/serverAlarms/index.ts'
import type { ServerAlarms } from '../services/operations/serverAlarms/index.ts'
import { monotonicNow } from '../monotonicClock.ts'
import type { Storage } from '../storage/index.ts'
import { readSpace } from '../storage/space.ts'
import { readCertificateEnd } from '../tls.ts'
import type { UndeclaredDevices } from '../services/devices/undeclaredDevices/index.ts'
import { createSignedUrls } from '../services/devices/upgrades/signedUrls.ts'
import { createUpgrades } from '../services/devices/upgrades/index.ts'

export interface PlatformServicesOptions {
  readonly db: Db
  readonly options: Options
  readonly log: Log
  readonly storage: Storage
  readonly secret: Buffer
  readonly root: string
  readonly rows: EntityServices
  readonly broker: Broker
  readonly history: History
  readonly sessions: Sessions
  readonly tokens: ApiTokens
  readonly files: Files
  readonly commands: Commands
  readonly book: AlarmStore
  /** Returns whether a component password protects a tag. */
  readonly isGuarded: (tag: string) => Promise<boolean>
  /** Queues a message for a bridge. */
  readonly sendToBridge: SendMessage
  readonly previewForBridge: PreviewForBridge
  /** Notifies bridges that products of devices may have changed. */
  readonly refreshBridgeDevices: () => void
  /** Returns the current status and permissions of an account. */
  readonly readAccountStatus: (account: string) => Promise<AccountStatus | undefined>
  readonly guard: Guard
  readonly requests: () => number
  readonly latency: Latency
  /** Own URL of the server; available once it listens. */
  readonly ownUrl: () => string
  readonly undeclared: Pick<UndeclaredDevices, 'onRemoved' | 'projectsOverQuota' | 'start'>
  /** Whether this is the only server of the database. */
  readonly isAlone: boolean
}

export interface OpenPlatform extends Platform {
  readonly notifications: Notifications
  readonly serverAlarms: ServerAlarms
  readonly ruleScripts: RuleScripts
  /** Returns whether a device is out of service and rejects commands. */
  isDisabled(project: string, device: string): boolean
  /** Returns the age of the newest backup and whether it can be restored. */
  getBackupStatus(): Promise<BackupStatus>
  /** Starts the periodic tasks; returns a function that stops them. */
  start(has: { readonly hasVirtualPlant: boolean }): Promise<() => Promise<void>>
}

/**
 * Wires monitoring, jobs, notifications, upgrades and linkages. Entity hooks are needed before their services can be
 * created, so they are returned first and connected by `open`.
 */
export function createPlatformServices({
  ownTopics,
  mappings,
  plugins,
  tagAlarmHooks,
}: {
  readonly ownTopics: CustomTopicsService
  readonly mappings: Mappings
  readonly plugins: Plugins
  readonly tagAlarmHooks: Hooks
}) {
  const lateHooks: Record<string, EntityHooks> = {}
  const forwardHooks = (name: string): EntityHooks => ({
    beforeCreate: (...args) => lateHooks[name]?.beforeCreate?.(...args),
    beforeUpdate: (...args) => lateHooks[name]?.beforeUpdate?.(...args),
    beforeMove: (...args) => lateHooks[name]?.beforeMove?.(...args),
    afterWrite: (written) => lateHooks[name]?.afterWrite?.(written),
  })
  return {
    hooks: {
      job: forwardHooks('job'),
      upgrade: forwardHooks('upgrade'),
      linkage: forwardHooks('linkage'),
      script: forwardHooks('script'),
      template: forwardHooks('template'),
      ...ownTopics.hooks,
      product: joinHooks(joinHooks(ownTopics.hooks.product, mappings.hooks.product), {
        afterWrite: (written) => tagAlarmHooks['product']?.afterWrite?.(written),
      }),
      mapping: mappings.hooks.mapping,
      device: { ...forwardHooks('device'), beforeCreate: ownTopics.hooks.device.beforeCreate },
      plugin: plugins.hooks,
    } satisfies Hooks,

    open({
      db,
      options,
      log,
      storage,
      secret,
      root,
      rows,
      broker,
      history,
      sessions,
      tokens,
      files,
      commands,
      book,
      isGuarded,
      sendToBridge,
      previewForBridge,
      refreshBridgeDevices,
      readAccountStatus,
      guard,
      requests,
      latency,
      ownUrl,
      undeclared,
      isAlone,
    }: PlatformServicesOptions): OpenPlatform {
      const stored = (name: string) => rows.getStoredService(name)
      const version = readVersion(root)
      const backup = findProgram('backup')
      const backups = createBackups({
        db,
        dataDir: options.dataDir,
        directory: options.backupDir,
        databaseUrl: options.databaseUrl,
        root,
        command: [process.execPath, ...backup.execArgv, backup.path],
      })
      const monitoring = createMonitoring({
        db,
        dataDir: options.dataDir,
        version,
        broker,
        history,
        sessions,
        tokens,
        requests,
        latency,
        backups,
      })
      const notifications = createNotifications({
        db,
        stored,
        deliver: deliverIfEnabled(createDelivery({ guard, outbound: createOutbound(guard) }), plugins),
        log,
      })
      const serverAlarms = createServerAlarms({ db, log, notify: (alarm) => notifications.sendServerAlarm(alarm) })
      const serverChecks = createServerChecks({
        alarms: serverAlarms,
        storage,
        log,
        readSpace: () => readSpace(options.dataDir),
        backup: () => backups.getStatus(),
        broker: () => broker.stats(),
        readCertificateExpiry: async () => (options.tls === undefined ? undefined : readCertificateEnd(options.tls)),
        projectsOverQuota: (since) => undeclared.projectsOverQuota(since),
      })
      const jobs = createJobs({
        db,
        stored,
        log,
        isAlone,
        notify: (template, variables) => notifications.notify(systemContext, template, variables),
        kinds: builtInKinds({
          db,
          dataDir: options.dataDir,
          backups,
          freeze: freezeIfEnabled(createMeterFreezes({ db, stored }), plugins),
        }),
      })
      const upgrades = createUpgrades({
        db,
        stored,
        files,
        log,
        signedUrls: createSignedUrls(secret, Date.now),
        publish: (upgrade) => broker.publishUpgrade(upgrade),
        isOffline: (device) => broker.isOnline(device) === false,
        baseUrl: () => options.publicUrl ?? ownUrl(),
      })
      const discovered = new DiscoveredDevices({ broker, now: Date.now, monotonicNow: monotonicNow })
      const presence = new DevicePresence({
        db,
        discovered,
        rows: () => rows.getStoredService('device'),
        log,
        now: Date.now,
        monotonicNow: monotonicNow,
      })
      const states = new DeviceStates({ db, broker, discovered, presence, log, now: Date.now })
      const signal = new DeviceSignal({
        broker,
        findRows: (device) => presence.listRowIds(device),
        store: (row, dBm) => rows.getStoredService('device').set(row, { signal: dBm }),
        log,
        monotonicNow,
      })
      undeclared.onRemoved((devices) => states.forget(devices))
      lateHooks['device'] = {
        afterWrite: async (written) => {
          await ownTopics.hooks.device.afterWrite?.(written)
          mappings.hooks.device.afterWrite(written)
          await presence.hooks.afterWrite?.(written)
          linkages.deviceHooks.afterWrite()
          ruleScripts.onDeviceWritten(written)
          await tagAlarmHooks['device']?.afterWrite?.(written)
          refreshBridgeDevices()
        },
      }
      const linkages = createLinkages({
        db,
        stored,
        broker,
        history,
        presence,
        commands,
        alarmStore: book,
        isGuarded,
        notifications,
        readAccountStatus: readAccountStatus,
        log,
        isAlone,
      })
      const ruleScripts = createRuleScripts({
        db,
        stored,
        broker,
        customTopics: ownTopics.forBroker,
        history,
        presence,
        commands,
        alarmStore: book,
        linkages,
        serverAlarms,
        isGuarded,
        readAccountStatus: readAccountStatus,
        notify: (template, variables) => notifications.notify(systemContext, template, variables),
        sendToBridge,
        previewForBridge,
        previewNotification: (template, variables) => notifications.preview(template, variables),
        log,
        isAlone,
      })
      lateHooks['script'] = ruleScripts.hooks
      lateHooks['linkage'] = linkages.hooks
      lateHooks['template'] = notifications.hooks
      lateHooks['job'] = jobs.hooks
      lateHooks['upgrade'] = upgrades.hooks
      return {
        monitoring,
        notifications,
        upgrades,
        serverAlarms,
        ruleScripts,
        linkageRehearsals: linkages.rehearsals,
        getBackupStatus: () => backups.getStatus(),
        isDisabled: (project, device) => presence.isDisabled(project, device),
        async start({ hasVirtualPlant }) {
          const present: readonly PluginCode[] = [
            'ownTopics',
            ...(hasVirtualPlant ? ['virtualPlant' as const] : []),
            ...(options.mqttUrl === undefined ? [] : ['externalBroker' as const]),
            'mail',
            'webHook',
            'freezes',
          ]
          await plugins.open({ db, rows: rows.getStoredService('plugin'), present, version })
          const stops: (() => void | Promise<void>)[] = [
            monitoring.start(),
            broker.onProgress((progress) => upgrades.handleReport(progress)),
          ]
          const installedVersion = await readSetting(db, installedKey)
          if (installedVersion === undefined)
            await installJobs(rows.getStoredService('job'), Date.now(), options.demoLanguage)
          else if (installedVersion !== installedJobs)
            await upgradeBackupJobs(db, rows.getStoredService('job'), Date.now(), options.demoLanguage)
          if (installedVersion !== installedJobs) await writeSetting(db, installedKey, installedJobs)
          stops.push(
            await ownTopics.open({ db, isOn: () => plugins.isOn('ownTopics') }),
            await mappings.open({ db, broker, closeUnconfirmed: (id) => commands.closeUnconfirmed(id) }),
            notifications.start(),
            await jobs.start(),
            await upgrades.start(),
            discovered.start(),
            await presence.start(),
            await states.start(),
            signal.start(),
            await linkages.start(),
            await ruleScripts.start(),
            await startHistoryMaintenance({ db, rules: rows.getStoredService('tagRetention'), log }),
            undeclared.start(),
          )
          await serverAlarms.load()
          stops.push(serverChecks.start())
          return async () => {
            for (const stop of stops.toReversed()) await stop()
          }
        },
      }
    },
  }
}

/** Adds to the hooks of an entity what another service does after a write. */
const joinHooks = (hooks: EntityHooks, other: Required<Pick<EntityHooks, 'afterWrite'>>): EntityHooks => ({
  ...hooks,
  afterWrite: async (written) => {
    await hooks.afterWrite?.(written)
    await other.afterWrite(written)
  },
})

/** Rejects deliveries over a disabled channel; the reason appears in the notification log. */
const deliverIfEnabled =
  (deliver: Deliver, plugins: Plugins): Deliver =>
  (channel, message) => {
    const code = channel.kind === 'email' ? 'mail' : 'webHook'
    return plugins.isOn(code)
      ? deliver(channel, message)
      : Promise.reject(new Error(encodeLocalized(createDisabledMessage(code))))
  }

const freezeIfEnabled =
  (freeze: JobKind, plugins: Plugins): JobKind =>
  (run) =>
    plugins.isOn('freezes') ? freeze(run) : Promise.resolve(createDisabledMessage('freezes'))

function createDisabledMessage(code: PluginCode) {
  const { words } = pluginParts[code]
  return { en: `not done: the plugin "${words.en}" is disabled`, zh: `未执行：插件“${words.zh}”已停用` }
}

const installedKey = 'jobs'
/** Version of the default jobs that an installation has received; `installed` before the trial restore was added. */
const installedJobs = 'with trial restore'

function readVersion(root: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : ''
}
