import type { TFunction } from 'i18next'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { ServerStatus } from '../../contract/routes.ts'
import { useStores } from '../stores/root.ts'
import { HistoryStorageFigures } from './HistoryStorageFigures.tsx'
import { LineChart } from './LineChart.tsx'
import { type Figure, Figures, MonitorPage } from './MonitorPage.tsx'
import { ServerAlarmList } from './ServerAlarmList.tsx'
import { usePolling } from '../stores/entities/polling.ts'
import { formatBytes, formatMeasure, spanParts } from './sizes.ts'

const everyMs = 2_000
const retentionMs = 600_000

/** Server status: process, machine and data, as measured by the server. */
export const ServerPage = observer(function ServerPage() {
  const { client } = useStores()
  const { t } = useTranslation('monitoring')
  const polled = usePolling<ServerStatus>('server', everyMs, async (signal, before) => {
    const last = before?.samples.at(-1)?.at
    const next = await client.call(
      'monitor.server',
      { query: last === undefined ? {} : { since: last } },
      { signal, quiet: true },
    )
    const recent = before?.samples.filter(({ at }) => at > next.now - retentionMs) ?? []
    return { ...next, samples: [...recent, ...next.samples] }
  })
  return (
    <MonitorPage title={t('server.title')} polled={polled}>
      {(status) => <ServerStatusView status={status} />}
    </MonitorPage>
  )
})

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/**
 * Newest backup. Warns if two nightly backups are missing, if the last trial restore failed, or if it is more than two
 * weeks old.
 */
function backupFigure({ backup, now, startedAt }: ServerStatus, t: TFunction<'monitoring'>): Figure {
  const { newestAt, verifiedAt, isVerified, hasFailed, isScheduled, isSameDisk, bytes } = backup
  const age = (at: number): string =>
    spanParts(Math.max(0, now - at))
      .map(({ unit, count }) => t(`span.${unit}`, { count }))
      .join(' ')
  const trial =
    verifiedAt === null
      ? t('server.backupNever')
      : t(isVerified === false ? 'server.backupUnverified' : 'server.backupVerified', { age: age(verifiedAt) })
  const isOld = now - (newestAt ?? startedAt) > 2 * dayMs
  const isUnproven = isVerified === false || now - (verifiedAt ?? startedAt) > 2 * weekMs
  const more = [
    ...(hasFailed ? [t('server.backupFailed')] : []),
    ...(isScheduled ? [] : [t('server.backupPaused')]),
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    ...(isSameDisk ? [t('server.backupSameDisk')] : []),
    t('server.backupScheduled', { trial }),
  ]
  return {
    name: t('server.backup'),
    value: newestAt === null ? t('server.noBackup') : t('server.ago', { age: age(newestAt) }),
    more: more.join(t('server.join')),
    tone: hasFailed || !isScheduled || isSameDisk || isOld || isUnproven ? 'warning' : undefined,
  }
}

function ServerStatusView({ status }: { readonly status: ServerStatus }) {
  const { t } = useTranslation('monitoring')
  const { samples, latency, disk, versions, files } = status
  const last = samples.at(-1)
  const at = samples.map((sample) => sample.at)
  const used = disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : 0
  const usedMemory = status.memoryBytes > 0 ? 1 - status.freeMemoryBytes / status.memoryBytes : 0
  const span = spanParts(status.now - status.startedAt)
    .map(({ unit, count }) => t(`span.${unit}`, { count }))
    .join(' ')
  const percent = (value: number): string => formatMeasure(value, '%')
  const ms = (value: number): string => formatMeasure(value, 'ms')
  const perSecond = (value: number): string => t('perSecond', { count: Math.round(value * 10) / 10 })
  const fullness = used > 0.95 ? ('alarm' as const) : used > 0.9 ? ('warning' as const) : undefined
  return (
    <>
      <Figures
        figures={[
          { name: t('server.uptime'), value: span, more: t('server.version', { version: versions.mimic }) },
          {
            name: t('server.cpu'),
            value: last ? percent(last.cpuPercent) : '–',
            more: t('server.cores', { count: status.cores, load: status.load.toFixed(1) }),
          },
          {
            name: t('server.memory'),
            value: last ? formatBytes(last.residentBytes) : '–',
            more: t('server.heap', {
              used: last ? formatBytes(last.heapBytes) : '–',
              limit: formatBytes(status.heapLimitBytes),
            }),
          },
          {
            name: t('server.machineMemory'),
            value: percent(usedMemory * 100),
            more: t('server.free', { free: formatBytes(status.freeMemoryBytes), all: formatBytes(status.memoryBytes) }),
          },
          {
            name: t('server.latency'),
            value: latency ? ms(latency.medianMs) : '–',
            ...(latency
              ? {
                  more: t('server.latencyMore', {
                    count: latency.count,
                    p95: ms(latency.p95Ms),
                    p99: ms(latency.p99Ms),
                  }),
                }
              : {}),
          },
          {
            name: t('server.disk'),
            value: percent(used * 100),
            more: t('server.free', { free: formatBytes(disk.freeBytes), all: formatBytes(disk.totalBytes) }),
            tone: fullness,
          },
          {
            name: t('server.database'),
            value: status.databaseBytes === null ? '–' : formatBytes(status.databaseBytes),
            more: `PostgreSQL ${versions.database}`,
          },
          backupFigure(status, t),
          {
            name: t('server.files'),
            value: formatBytes(files.bytes),
            more: t('server.fileCount', { count: files.count }),
          },
        ]}
      />
      <ServerAlarmList />
      <HistoryStorageFigures />
      <div className="monitor-charts">
        <LineChart
          title={t('server.cpuChart')}
          value={last ? percent(last.cpuPercent) : '–'}
          at={at}
          min={10}
          format={percent}
          lines={[{ name: t('server.cpu'), values: samples.map((one) => one.cpuPercent) }]}
        />
        <LineChart
          title={t('server.memoryChart')}
          value={last ? formatBytes(last.residentBytes) : '–'}
          at={at}
          format={formatBytes}
          lines={[
            { name: t('server.resident'), values: samples.map((one) => one.residentBytes) },
            { name: t('server.heapLine'), values: samples.map((one) => one.heapBytes) },
          ]}
        />
        <LineChart
          title={t('server.loopChart')}
          value={last ? ms(last.loopMs) : '–'}
          at={at}
          min={5}
          format={ms}
          lines={[
            { name: t('server.mean'), values: samples.map((one) => one.loopMs) },
            { name: t('server.most'), values: samples.map((one) => one.loopMostMs) },
          ]}
        />
        <LineChart
          title={t('server.requestsChart')}
          value={last ? perSecond(last.requests) : '–'}
          at={at}
          min={1}
          format={(value) => perSecond(value)}
          lines={[{ name: t('server.requests'), values: samples.map((one) => one.requests) }]}
        />
        <LineChart
          title={t('server.messagesChart')}
          value={last ? perSecond(last.received) : '–'}
          at={at}
          min={1}
          format={(value) => perSecond(value)}
          lines={[
            { name: t('broker.received'), values: samples.map((one) => one.received) },
            { name: t('broker.delivered'), values: samples.map((one) => one.delivered) },
          ]}
        />
      </div>
      <p className="monitor-note">
        {t('server.system', { node: versions.node, system: versions.system, database: versions.database })}
      </p>
    </>
  )
}
