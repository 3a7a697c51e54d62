import { ExpandOutlined } from '@ant-design/icons'
import { Button, Segmented, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { entityOf } from '../../contract/entities.ts'
import { DrawingPicture } from '../fields/DrawingPicture.tsx'
import { EmptyPanel } from '../kit/EmptyPanel.tsx'
import { useSay } from '../kit/useSay.ts'
import { useStores } from '../stores/root.ts'
import { AlarmPanel } from './AlarmPanel.tsx'
import { CountStrip } from './CountStrip.tsx'
import { EnergyPanel } from './EnergyPanel.tsx'
import { FreezePanel } from './FreezePanel.tsx'
import { HomeHead } from './HomeHead.tsx'
import { useLiveStates } from './liveStates.ts'
import { Works } from './plantDevices.ts'
import { useAlarmed, useHome } from './useHome.ts'
import './home.css'

const paths = { cabinet: '/instdet1ob', loop: '/instdet2ob', pole: '/instdet3ob', sensor: '/cgqinstallob' } as const
const runPath = (id: string): string => `/scada/topo/fullscreen?id=${encodeURIComponent(id)}`

/** The works at a glance: its floors as their drawings show them, and every device by product with how it is now. */
export const IndustryHomePage = observer(function IndustryHomePage() {
  const { entities } = useStores()
  const { t } = useTranslation('home')
  const say = useSay()
  const home = useHome()
  const { overview, project } = home
  const [works] = useState(() => new Works((name) => entities.of(entityOf(name)).client))
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    void works.show(project)
    return () => works.stop()
  }, [works, project])
  const floors = works.floors.filter(({ drawing }) => drawing !== '')
  const floor = floors.find(({ id }) => id === wanted) ?? floors[0]
  const spoken = useMemo(() => works.groups.flatMap(({ devices }) => devices), [works.groups])
  const live = useLiveStates(spoken, useAlarmed(overview.alarms))
  const isEmpty = spoken.length === 0 && floors.length === 0
  return (
    <div className="home">
      <HomeHead title={t('industry.title')} home={home} />
      <CountStrip overview={overview} paths={paths} />
      <div className="home-body" data-wide>
        <div className="home-stage">
          {works.isLoading && isEmpty && <Skeleton active className="home-coming" paragraph={{ rows: 8 }} />}
          {works.failure && isEmpty && (
            <EmptyPanel tone="failed" title={t('failed')} text={say(works.failure.words)}><Button onClick={() => void works.show(project)}>{t('again')}</Button></EmptyPanel>
          )}
          {!works.isLoading && !works.failure && isEmpty && (
            <EmptyPanel tone="empty" title={t('industry.none')} text={t('industry.noneText')}><Link to="/platform/devices"><Button type="primary">{t('industry.manage')}</Button></Link></EmptyPanel>
          )}
          {floor && (
            <section className="home-floor" aria-label={t('industry.floors')}>
              <header>
                {floors.length > 1 ? <Segmented size="small" value={floor.id} onChange={setWanted} options={floors.map(({ id, name }) => ({ value: id, label: name }))} /> : <h2>{floor.name}</h2>}
                <Link to={runPath(floor.drawing)} target="_blank" rel="opener"><Button size="small" icon={<ExpandOutlined aria-hidden />}>{t('industry.run')}</Button></Link>
              </header>
              <div className="home-floor-picture"><DrawingPicture drawing={floor.drawing} label={floor.name} missing={t('industry.noDrawing')} /></div>
            </section>
          )}
          {works.groups.map(({ product, devices }) => (
            <section key={product} className="home-group" aria-label={product}>
              <header><h2>{product}</h2><span>{t('industry.running', { on: devices.filter(({ id }) => live.states.get(id) === 'on').length, count: devices.length })}</span></header>
              <ul>
                {devices.map((device) => {
                  const state = live.states.get(device.id) ?? 'unknown'
                  return (
                    <li key={device.id} data-state={state} title={`${device.title} · ${t(`state.${state}`)}`}>
                      <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
                        {state === 'alarm' ? <path d="M0-5 5.5 4.5h-11z" fill="currentColor" />
                          : <rect x="-4" y="-4" width="8" height="8" rx="1" fill={state === 'on' ? 'currentColor' : 'none'} stroke="currentColor" strokeWidth="1.6" strokeDasharray={state === 'unknown' ? '2 2' : undefined} />}
                      </svg>
                      {device.title}
                    </li>
                  )
                })}
              </ul>
            </section>
          ))}
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
