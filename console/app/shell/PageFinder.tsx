import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { useSearch } from '../../stores/hooks/useSearch.ts'
import { editionFacts } from '../pages/editions.ts'
import { findPages } from '../pages/findPages.ts'
import { type SearchResultLink, searchResultLinks } from '../pages/searchResultLinks.ts'
import type { Page } from '../pages/page.ts'
import { useMenu } from './useMenu.ts'

/** Searches pages, drawings, devices and other named objects. Opens with Ctrl+K or Cmd+K anywhere in the shell. */
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
        className="page-finder"
        open={isOpen}
        footer={null}
        closable={false}
        width={520}
        destroyOnHidden
        onCancel={() => setOpen(false)}
        style={{ top: 72 }}
        aria-label={t('find.label')}
      >
        <Finder onDone={() => setOpen(false)} />
      </Modal>
    </>
  )
})

/** Target of one search result. */
interface FinderEntry {
  readonly key: string
  readonly path: string
  readonly title: string
  /** Type and location, as displayed. */
  readonly location: string
}

const Finder = observer(function Finder({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('shell')
  const localize = useLocalized()
  const { client, projects } = useStores()
  const navigate = useNavigate()
  const { menu, all } = useMenu()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const text = typed.trim()
  const { answer, isLoading } = useSearch({ search: text, within: '', isOpen: text !== '' }, (search, signal) =>
    client.call('search.find', { query: { text: search } }, { signal, quiet: true }),
  )
  const pages = findPages(text === '' ? menu : all, typed).map((page): FinderEntry => ({
    key: page.path,
    path: page.path,
    title: localize(page.words),
    location: formatGroup(page),
  }))
  const records = (text === '' ? [] : searchResultLinks(answer ?? [], [...menu, ...all])).map((place): FinderEntry => ({
    key: `${place.result.kind} ${place.result.id}`,
    path: place.path,
    title: place.result.title,
    location: formatDetails(place),
  }))
  const entries = [...pages.slice(0, firstPages), ...records, ...pages.slice(firstPages)]
  const present = Math.min(at, entries.length - 1)

  function openEntry(entry: FinderEntry | undefined) {
    if (!entry) return
    onDone()
    void navigate(entry.path)
  }

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((present + step + entries.length) % Math.max(1, entries.length))
    } else if (event.key === 'Enter') openEntry(entries[present])
  }

  function formatGroup({ group, editions }: Page): string {
    return [
      group ? t(`group.${group}`) : '',
      ...(editions?.length === 1 ? editions.map((edition) => localize(editionFacts[edition].words)) : []),
    ]
      .filter(Boolean)
      .join(' · ')
  }

  function formatDetails({ result: { detail, project }, page }: SearchResultLink): string {
    return [
      detail,
      projects.list.find(({ id }) => id === project)?.name ?? '',
      page ? localize(page.words) : t('find.drawing'),
    ]
      .filter(Boolean)
      .join(' · ')
  }

  return (
    <div onKeyDown={handleKey}>
      <Input
        autoFocus
        size="large"
        variant="borderless"
        value={typed}
        placeholder={t('find.label')}
        prefix={<SearchOutlined aria-hidden />}
        maxLength={60}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        role="combobox"
        aria-label={t('find.label')}
        aria-expanded
        aria-controls="page-finder-list"
        aria-activedescendant={entries[present] ? `find-${present}` : undefined}
      />
      <ul id="page-finder-list" className="page-finder-list" role="listbox" aria-label={t('find.label')}>
        {entries.map((entry, index) => (
          <li
            key={entry.key}
            id={`find-${index}`}
            role="option"
            aria-selected={index === present}
            onClick={() => openEntry(entry)}
            onPointerMove={() => setAt(index)}
            ref={index === present ? reveal : undefined}
          >
            <b>{entry.title}</b>
            <span>{entry.location}</span>
          </li>
        ))}
        {entries.length === 0 && (
          <li className="page-finder-none" role="option" aria-selected={false} aria-disabled>
            {t(isLoading ? 'find.coming' : 'find.none')}
          </li>
        )}
      </ul>
    </div>
  )
})

/**
 * Pages listed before other results. The name of an edition matches a large number of pages, so the rest follows at the
 * end.
 */
const firstPages = 4

const reveal = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
