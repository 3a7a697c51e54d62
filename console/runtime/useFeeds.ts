import type { FeedSource } from '@mimic/engine'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useStores } from '../stores/root.ts'
import type { Alarm } from './feeds/alarms.ts'
import { createFeeds } from './feeds/feeds.ts'
import type { PlantAlarms } from './feeds/plantAlarms.ts'
import { watchPoints } from './feeds/watch.ts'
import type { RunStore } from './runStore.ts'
import { valueWords } from './valueWords.ts'

/**
 * Creates the feeds of a running drawing with the server, session and links of this page. Stable for the life of the
 * drawing.
 */
export function useFeeds(store: RunStore, needed: readonly string[], plant: PlantAlarms | null): FeedSource {
  const { client, config, elsewhere, telemetry } = useStores()
  return useMemo(() => {
    const watch = watchPoints(store, telemetry, needed)
    const sayAlarm = ({ tag, kind, value, limit }: Alarm): string => {
      const facts = watch.factsOf(tag)
      const name = facts?.words[i18next.language === 'zh-cn' ? 'zh' : 'en'] ?? tag
      const said = (number: number | null): string => valueWords({ value: number ?? NaN }, facts, (key) => i18next.t(key, { ns: 'runtime' }))
      return i18next.t(`alarm.${kind}`, { ns: 'runtime', name, value: said(value), limit: said(limit) })
    }
    return createFeeds({
      page: document, origin: location.origin, cameraUrl: config.cameraUrl, weatherUrl: config.weatherUrl,
      getOwn: (path, signal) => client.get(path, signal),
      getOther: elsewhere,
      curves: (tags, spanMs, signal) => store.curves(tags, spanMs, signal),
      points: (nowMs) => watch.points(nowMs), plant, sayAlarm,
    })
  }, [client, config, elsewhere, telemetry, store, needed, plant])
}
