import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSay } from '../kit/useSay.ts'
import { editionFacts } from './editions.ts'
import { findPages } from './findPages.ts'
import type { Page } from './page.ts'
import { useMenu } from './useMenu.ts'

/** Finds a page by a few letters of its name; Ctrl or Cmd with K opens it from anywhere under the shell. */
export const PageFinder = observer(function PageFinder() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  return (
    <>
      <Tooltip title={t('find.hint')}>
        <Button type="text" className="shell-find" icon={<SearchOutlined aria-hidden />} onClick={() => setOpen(true)}>
          <span className="shell-wide">{t('find.open')}</span>
        </Button>
      </Tooltip>
      <Modal
        className="page-finder" open={isOpen} footer={null} closable={false} width={520} destroyOnHidden onCancel={() => setOpen(false)}
        style={{ top: 72 }} aria-label={t('find.label')}
      >
        <Finder onDone={() => setOpen(false)} />
      </Modal>
    </>
  )
})

const Finder = observer(function Finder({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('shell')
  const say = useSay()
  const navigate = useNavigate()
  const { menu, all } = useMenu()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = findPages(typed.trim() === '' ? menu : all, typed)
  const present = Math.min(at, found.length - 1)

  function go(page: Page | undefined) {
    if (!page) return
    onDone()
    void navigate(page.path)
  }

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((present + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter') go(found[present])
  }

  const where = ({ group, editions }: Page): string =>
    [group ? t(`group.${group}`) : '', ...(editions?.length === 1 ? editions.map((edition) => say(editionFacts[edition].words)) : [])].filter(Boolean).join(' · ')
  return (
    <div onKeyDown={handleKey}>
      <Input
        autoFocus size="large" variant="borderless" value={typed} placeholder={t('find.label')} prefix={<SearchOutlined aria-hidden />} maxLength={60}
        onChange={(event) => { setTyped(event.target.value); setAt(0) }}
        role="combobox" aria-label={t('find.label')} aria-expanded aria-controls="page-finder-list" aria-activedescendant={found[present] ? `find-${present}` : undefined}
      />
      <ul id="page-finder-list" className="page-finder-list" role="listbox" aria-label={t('find.label')}>
        {found.map((page, index) => (
          <li
            key={page.path} id={`find-${index}`} role="option" aria-selected={index === present} onClick={() => go(page)} onPointerMove={() => setAt(index)}
            ref={index === present ? reveal : undefined}
          >
            <b>{say(page.words)}</b><span>{where(page)}</span>
          </li>
        ))}
        {found.length === 0 && <li className="page-finder-none" role="option" aria-selected={false} aria-disabled>{t('find.none')}</li>}
      </ul>
    </div>
  )
})

const reveal = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
