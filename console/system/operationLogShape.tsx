import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { ChoiceField, Option, Words } from '../../contract/entity/field.ts'
import type { CustomScreenConfig } from '../crud/screenConfig.ts'
import { valueOf } from '../crud/screenConfig.ts'
import { withEntries } from '../fields/useChoices.ts'
import { useLocalized } from '../kit/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { ClientCell } from './ClientCell.tsx'
import type { LoggedChange } from './loggedChanges.ts'
import { loggedChanges } from './loggedChanges.ts'
import { loggedAction, loggedObject, loggedUser } from './logWords.ts'
import './logs.css'

/** Operation log: account, action, object, time and address, with readable content. */
export const operationLogShape: CustomScreenConfig = {
  cells: {
    user: (row) => <UserCell row={row} />,
    action: (row) => <ActionCell row={row} />,
    object: (row) => <ObjectCell row={row} />,
    content: (row) => <ContentLine row={row} />,
    client: (row) => <ClientCell client={textOf(row, 'client')} />,
  },
  named: objectText,
  texts: {
    user: (row) => userOf(row),
    action: (row) => loggedAction(textOf(row, 'action'), loggedObject(textOf(row, 'object')).entity),
    object: (row) => objectText(row),
    content: (row) => contentText(row),
  },
  detail: (row) => <ContentTable row={row} />,
}

function UserCell({ row }: { readonly row: Row }) {
  return <>{useLocalized()(userOf(row))}</>
}

function ActionCell({ row }: { readonly row: Row }) {
  return <>{useLocalized()(loggedAction(textOf(row, 'action'), loggedObject(textOf(row, 'object')).entity))}</>
}

function ObjectCell({ row }: { readonly row: Row }) {
  const say = useLocalized()
  const { words, which, whichWords } = loggedObject(textOf(row, 'object'))
  // The title if there is one, otherwise the id.
  const title = whichWords ? say(whichWords) : row.titles[which]
  return <span>{say(words)}{which !== '' && <> {title === undefined ? <code className="log-which">{which}</code> : <b className="log-title">{title}</b>}</>}</span>
}

/** Changes on one line; the table opens with the row. */
const ContentLine = observer(function ContentLine({ row }: { readonly row: Row }) {
  const say = useLocalized()
  const changes = useChanges(row)
  if (!changes) return <>{textOf(row, 'content')}</>
  const told = changes.filter(({ isMark }) => !isMark)
  if (told.length === 0) return <span className="cell-none">–</span>
  return <>{lineOf(told, say)}</>
})

const ContentTable = observer(function ContentTable({ row }: { readonly row: Row }) {
  const { t } = useTranslation('system')
  const say = useLocalized()
  const changes = useChanges(row)
  if (!changes || changes.length === 0) return null
  const hasBefore = changes.some(({ before }) => before !== undefined)
  return (
    <section className="crud-inner">
      <h3>{t('log.content')}</h3>
      <table className="log-content">
        <thead><tr><th>{t('log.field')}</th>{hasBefore && <th>{t('log.before')}</th>}<th>{t(hasBefore ? 'log.after' : 'log.value')}</th></tr></thead>
        <tbody>
          {changes.map(({ name, words, before, after }) => (
            <tr key={name}><td>{say(words)}</td>{hasBefore && <td>{before ? say(before) : ''}</td>}<td>{say(after)}</td></tr>
          ))}
        </tbody>
      </table>
    </section>
  )
})

/** Call it inside an observer, because dictionary entries may load later. */
function useChanges(row: Row): readonly LoggedChange[] | null {
  const { dictionaries } = useStores()
  const optionsOf = (field: ChoiceField): readonly Option[] => withEntries(field, dictionaries)
  return loggedChanges(textOf(row, 'content'), { entity: loggedObject(textOf(row, 'object')).entity, titles: row.titles, optionsOf })
}

const userOf = (row: Row): Words => loggedUser(textOf(row, 'user'), textOf(row, 'ip'), textOf(row, 'action'))

function objectText(row: Row): Words {
  const { words, which, whichWords } = loggedObject(textOf(row, 'object'))
  const title = whichWords ?? { en: row.titles[which] ?? which, zh: row.titles[which] ?? which }
  return { en: `${words.en} ${title.en}`.trim(), zh: `${words.zh} ${title.zh}`.trim() }
}

/** Exports contain the complete content. */
function contentText(row: Row): Words {
  const content = textOf(row, 'content')
  const changes = loggedChanges(content, { entity: loggedObject(textOf(row, 'object')).entity, titles: row.titles })
  return changes ? { en: lineOf(changes, ({ en }) => en), zh: lineOf(changes, ({ zh }) => zh) } : { en: content, zh: content }
}

/** Joins changes to one line. */
const lineOf = (changes: readonly LoggedChange[], say: (words: Words) => string): string =>
  changes.map(({ words, before, after }) => `${say(words)} ${before === undefined ? '' : `${say(before)} → `}${say(after)}`).join(say({ en: '; ', zh: '；' }))

const textOf = (row: Row, name: string): string => {
  const value = valueOf(row, name)
  return typeof value === 'string' ? value : ''
}
