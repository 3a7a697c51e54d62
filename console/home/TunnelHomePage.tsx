import { Button, Select, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { entityOf } from '../../contract/entities.ts'
import { EmptyPanel } from '../kit/EmptyPanel.tsx'
import { useSay } from '../kit/useSay.ts'
import { useStores } from '../stores/root.ts'
import { AlarmPanel } from './AlarmPanel.tsx'
import { CountStrip } from './CountStrip.tsx'
import { EnergyPanel } from './EnergyPanel.tsx'
import { FreezePanel } from './FreezePanel.tsx'
import { HomeHead } from './HomeHead.tsx'
import { useLiveStates } from './liveStates.ts'
import { TunnelPanorama } from './TunnelPanorama.tsx'
import { TunnelView } from './tunnelView.ts'
import { useAlarmed, useHome } from './useHome.ts'
import './home.css'

const paths = { cabinet: '/instdet1tunnel', loop: '/instdet2tunnel', pole: '/instdet3tunnel', sensor: '/cgqinstalltunnel' } as const

/** The tunnel's front page: the whole tunnel as a scheme, section by section. */
export const TunnelHomePage = observer(function TunnelHomePage() {
  const { entities } = useStores()
  const { t } = useTranslation('home')
  const say = useSay()
  const home = useHome()
  const { overview, project } = home
  const [view] = useState(() => new TunnelView((name) => entities.of(entityOf(name)).client))
  const [wanted, setWanted] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => {
    void view.show(project, wanted)
    return () => view.stop()
  }, [view, project, wanted])
  const { shown } = view
  const spoken = useMemo(() => (shown ? [...shown.sections.flatMap(({ lamps }) => lamps), ...shown.fans] : []), [shown])
  const live = useLiveStates(spoken, useAlarmed(overview.alarms))
  const lit = spoken.filter(({ id, kind }) => kind === 'pole' && live.states.get(id) === 'on').length
  const section = shown?.sections.find(({ id }) => id === chosen)
  return (
    <div className="home">
      <HomeHead title={t('tunnel.title')} home={home}>
        {view.tunnels.length > 0 && (
          <Select
            className="home-project" aria-label={t('tunnel.choose')} value={shown?.id ?? null} onChange={(id: string) => setWanted(id)}
            options={view.tunnels.map((row) => {
              const { name }: Readonly<Record<string, unknown>> = { ...row }
              return { value: row.id, label: typeof name === 'string' ? name : row.id }
            })}
          />
        )}
      </HomeHead>
      <CountStrip overview={overview} lit={lit} paths={paths} />
      <div className="home-body" data-wide>
        <div className="home-stage">
          {view.isLoading && !shown && <Skeleton active className="home-coming" paragraph={{ rows: 8 }} />}
          {view.failure && !shown && (
            <EmptyPanel tone="failed" title={t('failed')} text={say(view.failure.words)}><Button onClick={() => void view.show(project, wanted)}>{t('again')}</Button></EmptyPanel>
          )}
          {!view.isLoading && !view.failure && !shown && (
            <EmptyPanel tone="empty" title={t('tunnel.none')} text={t('tunnel.noneText')}><Link to="/tunnelmanage"><Button type="primary">{t('tunnel.manage')}</Button></Link></EmptyPanel>
          )}
          {shown && (
            <>
              <TunnelPanorama tunnel={shown} live={live} chosen={chosen} onChoose={setChosen} />
              <ul className="home-legend">{(['on', 'off', 'unknown', 'alarm'] as const).map((state) => (
                <li key={state}><svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden>{state === 'alarm' ? <path d="M0-6 6 5H-6z" className="tunnel-lamp" data-state={state} /> : <rect x="-3" y="-4" width="6" height="8" rx="1" className="tunnel-lamp" data-state={state} />}</svg>{t(`state.${state}`)}</li>
              ))}</ul>
              <table className="home-table" aria-label={t('tunnel.sections')}>
                <thead><tr><th>{t('tunnel.section')}</th><th>{t('tunnel.tube')}</th><th>{t('tunnel.lamps')}</th><th>{t('tunnel.lit')}</th><th>{t('tunnel.level')}</th></tr></thead>
                <tbody>
                  {(section ? [section] : shown.sections).map((one) => {
                    const levels = one.lamps.flatMap(({ id }) => (live.states.get(id) === 'on' ? [live.levels.get(id) ?? 0] : []))
                    return (
                      <tr key={one.id}>
                        <td>{one.name}</td><td>{t(`tunnel.${one.tube}`)}</td><td>{one.lamps.length}</td><td>{levels.length}</td>
                        <td>{levels.length > 0 ? `${Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length)} %` : '–'}</td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </>
          )}
        </div>
        <aside className="home-side">
          <AlarmPanel overview={overview} />
          <EnergyPanel overview={overview} />
          <FreezePanel overview={overview} />
        </aside>
      </div>
    </div>
  )
})
