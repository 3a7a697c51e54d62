import { type Shortcut, shortcuts, toolKeys } from '@mimic/engine'
import type { Words } from '@mimic/engine/schema'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { pageKeys, formatKeys } from '../actions/keys.ts'
import { useDesigner } from '../context.ts'
import { outlineKeys } from '../panels/outlineKeys.ts'

interface Line {
  readonly words: Words
  readonly keys: readonly string[]
}

const clipboardActs = new Set<Shortcut['command']>([
  'undo',
  'redo',
  'copy',
  'cut',
  'paste',
  'copy-style',
  'paste-style',
  'duplicate',
  'remove',
  'nudge',
])
const choosingActs = new Set<Shortcut['command']>([
  'select-all',
  'select-type',
  'select-copies',
  'select-inverse',
  'enter-group',
  'leave-group',
])
const arrangingActs = new Set<Shortcut['command']>(['align', 'distribute', 'same-size'])

const getLines = (take: (shortcut: Shortcut) => boolean): readonly Line[] => mergeByLabel(shortcuts.filter(take))

/** Generated from the active shortcuts, so that the list cannot differ from them. */
const sections: readonly { readonly key: string; readonly lines: readonly Line[] }[] = [
  { key: 'page', lines: Object.values(pageKeys) },
  { key: 'edit', lines: getLines(({ command }) => clipboardActs.has(command)) },
  { key: 'choose', lines: getLines(({ command }) => choosingActs.has(command)) },
  { key: 'arrange', lines: getLines(({ command }) => arrangingActs.has(command)) },
  {
    key: 'change',
    lines: getLines(
      ({ command }) => !clipboardActs.has(command) && !choosingActs.has(command) && !arrangingActs.has(command),
    ),
  },
  { key: 'tools', lines: mergeByLabel(toolKeys.map(({ keys, words }) => ({ keys: [keys], words }))) },
  { key: 'outline', lines: outlineKeys },
]

/** Searchable list of all shortcuts of the designer. */
export function ShortcutsDialog() {
  const { dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const [search, setSearch] = useState('')
  const searchText = search.trim().toLowerCase()
  const found = sections
    .map(({ key, lines }) => ({
      key,
      lines: lines.filter(({ words, keys }) =>
        [words.en, words.zh, ...keys].some((text) => text.toLowerCase().includes(searchText)),
      ),
    }))
    .filter(({ lines }) => lines.length > 0)
  return (
    <Modal
      open
      width={860}
      title={t('keys.title')}
      onCancel={() => dialogState.close()}
      footer={
        <Button type="primary" onClick={() => dialogState.close()}>
          {t('keys.close')}
        </Button>
      }
      className="designer-dialog keys-dialog"
    >
      <Input
        autoFocus
        allowClear
        value={search}
        placeholder={t('keys.search')}
        aria-label={t('keys.search')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className="panel-hint flush">{t('keys.hint')}</p>
      <div className="keys-scroll" tabIndex={-1}>
        <div className="keys-columns">
          {found.map(({ key, lines }) => (
            <section key={key}>
              <h3>{t(`keys.${key}`)}</h3>
              <dl>
                {lines.map(({ words, keys }) => (
                  <div key={`${words.en} ${keys[0]}`}>
                    <dt>{localize(words)}</dt>
                    <dd>
                      {keys.map((one) => (
                        <kbd key={one}>{formatKeys(one)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {found.length === 0 && <p className="panel-hint flush">{t('keys.none')}</p>}
      </div>
    </Modal>
  )
}

/** Merges shortcuts with the same effect into one line. */
function mergeByLabel(lines: readonly Line[]): readonly Line[] {
  const known = new Map<string, { words: Words; keys: string[] }>()
  for (const { words, keys } of lines) {
    const line = known.get(words.en)
    if (line) line.keys.push(...keys)
    else known.set(words.en, { words, keys: [...keys] })
  }
  return [...known.values()]
}
