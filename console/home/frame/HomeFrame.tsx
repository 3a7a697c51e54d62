import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { AlarmPanel } from '../panels/AlarmPanel.tsx'
import { CountStrip, type Working } from '../panels/CountStrip.tsx'
import { EnergyPanel } from '../panels/EnergyPanel.tsx'
import { FreezePanel } from '../panels/FreezePanel.tsx'
import { HomeHead } from './HomeHead.tsx'
import type { FacilityKind, Overview } from '../model/overview.ts'
import type { Home } from './useHome.ts'
import './home.css'

interface HomeFrameProps {
  readonly title: string
  readonly home: Home
  /** Management page of each kind in this edition. */
  readonly paths: Readonly<Record<FacilityKind, string>>
  /** Live state counts, if the page follows them. */
  readonly working?: Working
  /** Counts of the displayed part, if it is not the whole project. */
  readonly shown?: Overview['counts'] | undefined
  /** Additional controls in the header. */
  readonly tools?: ReactNode
  /** Stacks the side panels below the content instead of beside it. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Layout shared by the home pages: header, counts, content, and panels for alarms, energy and freezes. */
export const HomeFrame = observer(function HomeFrame({
  title,
  home,
  paths,
  working,
  shown,
  tools,
  isWide = false,
  children,
}: HomeFrameProps) {
  const { overview, countedProject } = home
  return (
    <div className="home">
      <HomeHead title={title} home={home}>
        {tools}
      </HomeHead>
      <CountStrip overview={overview} project={countedProject} paths={paths} working={working} shown={shown} />
      <div className="home-body" data-wide={isWide || undefined}>
        {children}
        <aside className="home-side">
          <AlarmPanel overview={overview} project={countedProject} />
          <EnergyPanel overview={overview} project={countedProject} />
          <FreezePanel overview={overview} project={countedProject} />
        </aside>
      </div>
    </div>
  )
})
