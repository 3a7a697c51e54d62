import { Menu, type MenuProps } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useLocalized } from '../kit/useLocalized.ts'
import { menuIcons } from './menuIcons.tsx'
import type { Page } from './page.ts'
import { groupsOf, highlightedAt } from './pages.ts'
import { useMenu } from './useMenu.ts'

interface MainMenuProps {
  readonly isFolded: boolean
  /** A page was chosen: a drawer closes. */
  readonly onGo?: () => void
}

/** By which somebody begins to look around in the menu. */
const looking = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const

/** The pages by their groups. The group of the page that is open stands open and in sight; what the person opened besides stays so. */
export const MainMenu = observer(function MainMenu({ isFolded, onGo }: MainMenuProps) {
  const { t } = useTranslation('shell')
  const say = useLocalized()
  const { pathname } = useLocation()
  const { menu } = useMenu()
  const selected = highlightedAt(pathname, menu)
  const present = menu.find(({ path }) => path === selected)?.group
  const [open, setOpen] = useState<readonly string[]>(present ? [present] : [])
  const [seen, setSeen] = useState(present)
  if (present !== seen) {
    setSeen(present)
    if (present && !open.includes(present)) setOpen([...open, present])
  }

  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const menuNow = nav.current
    const list = menuNow?.firstElementChild
    if (!menuNow || !list) return undefined
    // Where its group unfolds first, only the list's growing tells where the entry stands; who looks around meanwhile is let.
    const watcher = new ResizeObserver(() => menuNow.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' }))
    watcher.observe(list)
    const rest = (): void => watcher.disconnect()
    for (const begun of looking) menuNow.addEventListener(begun, rest, { passive: true })
    return () => {
      watcher.disconnect()
      for (const begun of looking) menuNow.removeEventListener(begun, rest)
    }
  }, [selected])

  const entry = ({ path, words }: Page) => ({ key: path, label: <Link to={path}>{say(words)}</Link>, title: say(words) })
  const items = groupsOf(menu).flatMap(({ group, pages }): NonNullable<MenuProps['items']> => (group === 'home' || group === 'help'
    ? pages.map((page) => ({ ...entry(page), icon: menuIcons[group] }))
    : [{ key: group, icon: menuIcons[group], label: t(`group.${group}`), children: pages.map(entry) }]))
  return (
    <nav ref={nav} aria-label={t('menu.label')} className="shell-menu">
      <Menu
        mode="inline" inlineIndent={14} items={items} selectedKeys={selected === undefined ? [] : [selected]} onClick={() => onGo?.()}
        {...(isFolded ? {} : { openKeys: [...open], onOpenChange: setOpen })}
      />
    </nav>
  )
})
