import type { FeedSource } from '@mimic/engine'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useStores } from '../stores/root.ts'
import type { Alarm } from './feeds/alarms.ts'
import { createFeeds } from './feeds/feeds.ts'
import type { PlantAlarms } from './feeds/plantAlarms.ts'
import { watchPoints } from './feeds/watch.ts'
import type { RunStore } from './runStore.ts'
import { formatTagValue } from './formatTagValue.ts'
import { languages } from '../locales/languages.ts'

/**
 * Creates the feeds of a running drawing with the server, session and links of this page. Stable for the life of the
 * drawing.
 */
export function useFeeds(store: RunStore, needed: readonly string[], plant: PlantAlarms | null): FeedSource {
  const { client, config, externalFetch, telemetry } = useStores()
  return useMemo(() => {
    const watch = watchPoints(store, telemetry, needed)
    const formatAlarm = ({ tag, kind, value, limit }: Alarm): string => {
      const facts = watch.getTag(tag)
      const name = facts ? languages.localize(i18next.language, facts.words) : tag
      const formatNumber = (number: number | null): string =>
        formatTagValue({ value: number ?? NaN }, facts, (key) => i18next.t(key, { ns: 'runtime' }))
      return i18next.t(`alarm.${kind}`, { ns: 'runtime', name, value: formatNumber(value), limit: formatNumber(limit) })
    }
    return createFeeds({
      page: document,
      origin: location.origin,
      cameraUrl: config.cameraUrl,
      weatherUrl: config.weatherUrl,
      getOwn: (path, signal) => client.get(path, signal),
      getOther: externalFetch,
      curves: (tags, spanMs, signal) => store.curves(tags, spanMs, signal),
      points: (nowMs) => watch.points(nowMs),
      plant,
      formatAlarm,
    })
  }, [client, config, externalFetch, telemetry, store, needed, plant])
}
