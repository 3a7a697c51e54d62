import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { AlarmPanel } from './AlarmPanel.tsx'
import { CountStrip, type Working } from './CountStrip.tsx'
import { EnergyPanel } from './EnergyPanel.tsx'
import { FreezePanel } from './FreezePanel.tsx'
import { HomeHead } from './HomeHead.tsx'
import type { FacilityKind, Overview } from './overview.ts'
import type { Home } from './useHome.ts'
import './home.css'

interface HomeFrameProps {
  readonly title: string
  readonly home: Home
  /** Where each kind is managed in this system. */
  readonly paths: Readonly<Record<FacilityKind, string>>
  /** How many are at work now, where the page knows it. */
  readonly working?: Working
  /** How many there are of what is shown, where that is a part of the project. */
  readonly shown?: Overview['counts'] | undefined
  /** What else the head offers. */
  readonly tools?: ReactNode
  /** Nothing stands beside what the page is about. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** What the home pages of the systems have in common: the head, the counts, and beside what each is about its alarms, energy and freezes. */
export const HomeFrame = observer(function HomeFrame({ title, home, paths, working, shown, tools, isWide = false, children }: HomeFrameProps) {
  const { overview, told } = home
  return (
    <div className="home">
      <HomeHead title={title} home={home}>{tools}</HomeHead>
      <CountStrip overview={overview} project={told} paths={paths} working={working} shown={shown} />
      <div className="home-body" data-wide={isWide || undefined}>
        {children}
        <aside className="home-side">
          <AlarmPanel overview={overview} project={told} />
          <EnergyPanel overview={overview} project={told} />
          <FreezePanel overview={overview} project={told} />
        </aside>
      </div>
    </div>
  )
})
