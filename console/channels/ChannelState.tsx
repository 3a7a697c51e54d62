import { Alert, Button, Skeleton, Table, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { ChannelDetails } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { channelTones } from './channelTones.ts'
import { RawLog } from './RawLog.tsx'
import './channels.css'

const everyMs = 2_000

/** State of a channel: connection, counters, points that cannot be read, and raw log. */
export const ChannelState = observer(function ChannelState({ row }: { readonly row: Row }) {
  const { client, session } = useStores()
  const { t } = useTranslation('channels')
  const localize = useLocalized()
  const polled = usePolling<ChannelDetails>(`${row.id} ${row.revision}`, everyMs, (signal) =>
    client.call('accessChannelState.read', { params: { id: row.id } }, { signal, quiet: true }),
  )
  const may = session.may(routes['accessChannelState.log'].policy, row.project ?? '')
  const { value: state, failure } = polled
  if (!state) return failure ? <Alert type="error" title={localize(failure.words)} /> : <Skeleton active />
  const act = async (call: () => Promise<unknown>): Promise<void> => {
    try {
      await call()
      await polled.load()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    }
  }
  const params = { id: row.id }
  return (
    <section className="channel-state" aria-label={t('state.title')}>
      <h3>
        {t('state.title')}
        <Tag color={channelTones[state.state]}>{t(`state.${state.state}`)}</Tag>
        {state.since !== null && <small>{t('state.since', { time: formatTime(state.since) })}</small>}
      </h3>
      {state.fault && (
        <Alert
          type="warning"
          showIcon
          title={localize(state.fault.words)}
          description={t('state.code', { code: state.fault.code })}
        />
      )}
      {state.untrusted && (
        <Alert
          type="info"
          showIcon
          title={t('certificate.title')}
          description={
            <>
              <span className="channel-certificate">{state.untrusted.subject}</span>
              <code>{state.untrusted.thumbprint}</code>
              <span>{t('certificate.validTo', { time: formatTime(state.untrusted.validTo, 'YYYY-MM-DD') })}</span>
            </>
          }
          action={
            may && (
              <Button
                size="small"
                type="primary"
                onClick={() =>
                  void act(() =>
                    client.call('accessChannelState.trust', {
                      params,
                      body: { thumbprint: state.untrusted?.thumbprint ?? '' },
                    }),
                  )
                }
              >
                {t('certificate.trust')}
              </Button>
            )
          }
        />
      )}
      {state.isOverrun && (
        <Alert type="warning" showIcon title={t('state.overrun', { ms: Math.round(state.cycleMs ?? 0) })} />
      )}
      {state.droppedFrames > 0 && (
        <Alert type="error" showIcon title={t('state.dropped', { count: state.droppedFrames })} />
      )}
      {state.state !== 'off' && <Figures state={state} />}
      {state.faults.length > 0 && (
        <Table
          size="small"
          rowKey="tag"
          pagination={state.faults.length > 10 ? { pageSize: 10, size: 'small' } : false}
          title={() => t('faults.title', { count: state.faultCount })}
          dataSource={[...state.faults]}
          columns={[
            { title: t('faults.tag'), dataIndex: 'tag' },
            { title: t('faults.reason'), render: (_value, fault) => localize(fault.words) },
            { title: t('faults.since'), render: (_value, fault) => formatTime(fault.since) },
            { title: t('faults.count'), dataIndex: 'count', align: 'right' },
          ]}
        />
      )}
      {state.excluded.length > 0 && (
        <Table
          size="small"
          rowKey={({ tag }) => tag}
          pagination={false}
          title={() => t('excluded')}
          dataSource={[...state.excluded]}
          columns={[
            { title: t('faults.tag'), dataIndex: 'tag' },
            { title: t('faults.reason'), render: (_value, point) => localize(point.words) },
          ]}
        />
      )}
      {state.state !== 'off' && may && (
        <RawLog
          lines={state.log}
          until={state.logUntil}
          onChange={(isEnabled) =>
            void act(() => client.call('accessChannelState.log', { params, body: { isEnabled } }))
          }
        />
      )}
    </section>
  )
})

function Figures({ state }: { readonly state: ChannelDetails }) {
  const { t } = useTranslation('channels')
  const ms = (value: number | null): string =>
    value === null ? '–' : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['points', `${state.goodPoints} / ${state.points}`],
    ['rate', state.pointsPerS.toFixed(1)],
    ['roundTrip', ms(state.roundTripMs)],
    ['maxRoundTrip', ms(state.maxRoundTripMs)],
    ['cycle', ms(state.cycleMs)],
    ['late', String(state.lateAnswers)],
    ['reconnects', String(state.reconnects)],
    ['restarts', String(state.restarts)],
    ['waiting', String(state.waitingFrames)],
    ['stored', String(state.storedFrames)],
  ]
  return (
    <dl className="channel-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`figures.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
