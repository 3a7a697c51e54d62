import { Select } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { Tag } from '../../contract/routes.ts'
import { isReserved } from '../../contract/telemetry/index.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** A separate chunk with the curve library. */
const HistoryTrend = lazy(async () => ({ default: (await import('../trend/HistoryTrend.tsx')).HistoryTrend }))

/** History of the selected tags as curves on one time axis; gaps are not bridged. */
export function SceneHistory({ tags }: { readonly tags: readonly Tag[] }) {
  const { t } = useTranslation('scene')
  const localize = useLocalized()
  const numbers = useMemo(() => tags.filter(({ kind }) => kind === 'number'), [tags])
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const chosen = useMemo(() => picked ?? numbers.slice(0, 2).map(({ path }) => path), [picked, numbers])
  const shown = useMemo(() => numbers.filter(({ path }) => chosen.includes(path)), [numbers, chosen])
  const getName = (tag: Tag): string =>
    `${isReserved(tag.device) ? '' : `${formatDevice(tag, tags)} · `}${localize(tag.words)}${tag.unit ? ` (${tag.unit})` : ''}`
  return (
    <section className="scene-panel" aria-label={t('history')}>
      <h2>{t('history')}</h2>
      <ZoneNote kind="moments" project={tags[0]?.project} />
      {numbers.length === 0 ? (
        <p className="scene-none" role="status">
          {t('noHistoryTags')}
        </p>
      ) : (
        <div className="scene-curves">
          <Suspense
            fallback={
              <p className="scene-none" role="status">
                {t('loading')}
              </p>
            }
          >
            <HistoryTrend
              tags={shown}
              title={t('history')}
              lead={
                <Select
                  mode="multiple"
                  size="small"
                  maxTagCount="responsive"
                  className="scene-tags"
                  aria-label={t('historyTags')}
                  placeholder={t('historyTags')}
                  value={[...chosen]}
                  maxCount={limits.history.tags}
                  onChange={(next: string[]) => setPicked(next)}
                  options={numbers.map((tag) => ({ value: tag.path, label: getName(tag) }))}
                  optionFilterProp="label"
                />
              }
            />
          </Suspense>
        </div>
      )}
    </section>
  )
}

/** Device name as in the scene's device table, with the id appended if two devices have the same name. */
function formatDevice({ device, deviceName = '' }: Tag, tags: readonly Tag[]): string {
  if (deviceName === '') return device
  return tags.some((other) => other.device !== device && other.deviceName === deviceName)
    ? `${deviceName} (${device})`
    : deviceName
}
