import { Menu, type MenuProps } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { menuIcons } from '../pages/menuIcons.tsx'
import type { Page } from '../pages/page.ts'
import { groupPages, getHighlightedPath } from '../pages/pages.ts'
import { useMenu } from './useMenu.ts'

interface MainMenuProps {
  readonly isFolded: boolean
  /** Called after a page has been selected, for example to close the drawer. */
  readonly onNavigate?: () => void
}

/** Events that show that the user is scrolling or using the menu. */
const interactionEvents = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const

/**
 * Main menu, grouped. The group of the current page is opened and scrolled into view; other groups keep their state.
 */
export const MainMenu = observer(function MainMenu({ isFolded, onNavigate }: MainMenuProps) {
  const { t } = useTranslation('shell')
  const localize = useLocalized()
  const { pathname } = useLocation()
  const { menu } = useMenu()
  const selected = getHighlightedPath(pathname, menu)
  const present = menu.find(({ path }) => path === selected)?.group
  const [open, setOpen] = useState<readonly string[]>(present ? [present] : [])
  const [shownEntry, setSeen] = useState(present)
  if (present !== shownEntry) {
    setSeen(present)
    if (present && !open.includes(present)) setOpen([...open, present])
  }

  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const menuNow = nav.current
    const list = menuNow?.firstElementChild
    if (!menuNow || !list) return undefined
    // Wait for the group's expand animation before scrolling, unless the user has scrolled meanwhile.
    const watcher = new ResizeObserver(() =>
      menuNow.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' }),
    )
    watcher.observe(list)
    const stopFollowing = (): void => watcher.disconnect()
    for (const type of interactionEvents) menuNow.addEventListener(type, stopFollowing, { passive: true })
    return () => {
      watcher.disconnect()
      for (const type of interactionEvents) menuNow.removeEventListener(type, stopFollowing)
    }
  }, [selected])

  const entry = ({ path, words }: Page) => ({
    key: path,
    label: <Link to={path}>{localize(words)}</Link>,
    title: localize(words),
  })
  const items = groupPages(menu).flatMap(({ group, pages }): NonNullable<MenuProps['items']> =>
    group === 'home' || group === 'help'
      ? pages.map((page) => ({ ...entry(page), icon: menuIcons[group] }))
      : [{ key: group, icon: menuIcons[group], label: t(`group.${group}`), children: pages.map(entry) }],
  )
  return (
    <nav ref={nav} aria-label={t('menu.label')} className="shell-menu">
      <Menu
        mode="inline"
        inlineIndent={14}
        items={items}
        selectedKeys={selected === undefined ? [] : [selected]}
        onClick={() => onNavigate?.()}
        {...(isFolded ? {} : { openKeys: [...open], onOpenChange: setOpen })}
      />
    </nav>
  )
})
