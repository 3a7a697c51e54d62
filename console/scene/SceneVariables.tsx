import { Skeleton, Table } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { quality } from '@mimic/engine/bindings'
import { routes, type SceneValue } from '../../contract/routes.ts'
import { usePlantTime } from '../fields/usePlantTime.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { useTag } from '../stores/hooks/useTag.ts'
import { ManualValue } from './ManualValue.tsx'
import { variablesPath } from './paths.ts'
import { formatValue } from './formatValue.ts'
import type { SceneFacts } from './sceneRow.ts'

const everyMs = 5_000

/** Variables of a scene with value, quality, reason and time; manual variables can be entered. */
export const SceneVariables = observer(function SceneVariables({ facts }: { readonly facts: SceneFacts }) {
  const { session } = useStores()
  return session.may(routes['scene.values'].policy, facts.project) ? <Variables facts={facts} /> : null
})

const Variables = observer(function Variables({ facts }: { readonly facts: SceneFacts }) {
  const { client, session } = useStores()
  const { t } = useTranslation('scene')
  const localize = useLocalized()
  const polled = usePolling(facts.id, everyMs, (signal) =>
    client.call('scene.values', { params: { id: facts.id } }, { quiet: true, signal }),
  )
  const { value: values, failure } = polled
  const isOld = failure !== null
  const mayEnter = session.may(routes['variable.enter'].policy, facts.project)
  return (
    <section className="scene-panel" aria-label={t('variable.title')}>
      <h2>
        {t('variable.title')}
        <Link to={variablesPath(facts.id)}>{t('variable.all')}</Link>
      </h2>
      {values === null && failure ? (
        <p className="scene-none" role="alert">
          {localize(failure.words)}
        </p>
      ) : values === null ? (
        <Skeleton active className="scene-pad" />
      ) : (
        <Table<SceneValue>
          rowKey="id"
          size="small"
          pagination={values.length > 10 ? { pageSize: 10, size: 'small', showSizeChanger: false } : false}
          dataSource={[...values]}
          locale={{ emptyText: t('variable.none') }}
          columns={[
            { key: 'name', title: t('variable.name'), width: 160, ellipsis: true, render: (_, one) => one.name },
            {
              key: 'kind',
              title: t('variable.kind'),
              width: 90,
              render: (_, one) => t(`variable.origin.${one.origin}`),
            },
            {
              key: 'value',
              title: t('variable.value'),
              width: 130,
              render: (_, one) => <Now one={one} isOld={isOld} project={facts.project} part="value" />,
            },
            {
              key: 'quality',
              title: t('variable.quality'),
              width: 190,
              render: (_, one) => <Now one={one} isOld={isOld} project={facts.project} part="quality" />,
            },
            {
              key: 'time',
              title: t('variable.time'),
              width: 230,
              render: (_, one) => <Now one={one} isOld={isOld} project={facts.project} part="time" />,
            },
            {
              key: 'more',
              title: t('variable.source'),
              render: (_, one) =>
                one.isWritable && mayEnter ? (
                  <ManualValue one={one} onEntered={() => void polled.load()} />
                ) : (
                  (one.formula ?? (one.origin === 'tag' ? one.tag : one.enteredBy))
                ),
            },
          ]}
        />
      )}
      {values !== null && values.length > 0 && (
        <ZoneNote kind={values.some(({ from }) => from !== null) ? 'periods' : 'moments'} project={facts.project} />
      )}
    </section>
  )
})

interface NowProps {
  readonly one: SceneValue
  /** The last request failed, so the values are outdated. */
  readonly isOld: boolean
  readonly project: string
  readonly part: 'value' | 'quality' | 'time'
}

/** Live values take precedence over the values of the last response. */
const Now = observer(function Now({ one, isOld, project, part }: NowProps) {
  const plantTime = usePlantTime()
  const { t } = useTranslation('scene')
  const sample = useTag(one.tag)
  const isLive = sample.atMs > 0
  const mark = isLive ? sample.quality : isOld && one.quality === quality.good ? quality.stale : one.quality
  switch (part) {
    case 'value': {
      const formatted = formatValue(isLive ? sample.value : one.value, isLive ? sample.text : one.text)
      return (
        <span className="cell-number" data-stale={mark !== quality.good || undefined}>
          {formatted ?? '–'}
          {formatted !== null && one.unit !== '' && <i> {one.unit}</i>}
        </span>
      )
    }
    case 'quality': {
      const words =
        mark === quality.good
          ? t('variable.good')
          : mark === quality.stale
            ? t('variable.stale')
            : mark === quality.uncertain
              ? t('variable.uncertain')
              : t('variable.bad')
      const why =
        mark === quality.good || one.reason === null
          ? ''
          : t(`variable.reason.${one.reason}`, { names: one.about.join(t('variable.and')) })
      return (
        <span className="scene-quality" data-quality={mark}>
          {words}
          {why !== '' && <small>{why}</small>}
        </span>
      )
    }
    case 'time': {
      if (one.origin === 'tag')
        return <>{isLive ? formatTime(sample.atMs) : one.at === null ? '–' : formatTime(one.at)}</>
      if (one.at === null) return <>{one.origin === 'input' && one.reason === null ? t('variable.default') : '–'}</>
      // Periods are days, weeks and months in the time zone of the project.
      const formatted = (at: number): string => plantTime(at, project)
      return (
        <span title={one.nextAt === null ? undefined : t('variable.next', { at: formatted(one.nextAt) })}>
          {one.from === null
            ? formatTime(one.at)
            : t('variable.period', { from: formatted(one.from), to: formatted(one.at) })}
        </span>
      )
    }
  }
})
