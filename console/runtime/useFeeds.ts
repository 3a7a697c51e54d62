import type { FeedSource } from '@mimic/engine'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../net/failure.ts'
import { limits } from '../../contract/limits.ts'
import { useStores } from '../stores/root.ts'
import type { Alarm } from './feeds/alarms.ts'
import { createFeeds } from './feeds/feeds.ts'
import { watchPoints } from './feeds/watch.ts'
import type { RunStore } from './runStore.ts'
import { valueWords } from './valueWords.ts'

/** The feeds of a running drawing, over this page's server, session and links. The same ones as long as the drawing is. */
export function useFeeds(store: RunStore, needed: readonly string[]): FeedSource {
  const { client, config, elsewhere, telemetry } = useStores()
  const { i18n } = useTranslation()
  return useMemo(() => {
    const watch = watchPoints(store, telemetry, needed)
    const sayAlarm = ({ tag, kind, value, limit }: Alarm): string => {
      const facts = watch.factsOf(tag)
      const name = facts?.words[i18n.language === 'zh-cn' ? 'zh' : 'en'] ?? tag
      const said = (number: number | null): string => valueWords({ value: number ?? NaN }, facts, (key) => i18n.t(key, { ns: 'runtime' }))
      return i18n.t(`alarm.${kind}`, { ns: 'runtime', name, value: said(value), limit: said(limit) })
    }
    return createFeeds({
      page: document, origin: location.origin, cameraUrl: config.cameraUrl, weatherUrl: config.weatherUrl,
      getOwn: (path, signal) => client.get(path, signal),
      getOther: elsewhere,
      curves: async (tags, spanMs, signal) => {
        try {
          return await client.call('history.read', { query: { tags: tags.join(','), spanMs, points: limits.history.points } }, { quiet: true, signal })
        } catch (thrown) {
          // Of a project that this person may not see: its curves are empty, the others are shown.
          if (thrown instanceof CallFailure && thrown.error === 'object.missing') return []
          throw thrown
        }
      },
      points: (nowMs) => watch.points(nowMs), sayAlarm,
    })
  }, [client, config, elsewhere, telemetry, i18n, store, needed])
}
