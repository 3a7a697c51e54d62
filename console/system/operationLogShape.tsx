import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { OwnShape } from '../crud/shape.ts'
import { valueOf } from '../crud/shape.ts'
import { useSay } from '../kit/useSay.ts'
import { ClientCell } from './ClientCell.tsx'
import { loggedAction, loggedChanges, loggedObject } from './logWords.ts'
import './logs.css'

/** Who did what to which thing, when and from where; the content as a person reads it. */
export const operationLogShape: OwnShape = {
  cells: {
    action: (row) => <ActionCell row={row} />,
    object: (row) => <ObjectCell row={row} />,
    content: (row) => <ContentLine row={row} />,
    client: (row) => <ClientCell client={textOf(row, 'client')} />,
  },
  detail: (row) => <ContentTable row={row} />,
}

function ActionCell({ row }: { readonly row: Row }) {
  return <>{useSay()(loggedAction(textOf(row, 'action'), loggedObject(textOf(row, 'object')).entity))}</>
}

function ObjectCell({ row }: { readonly row: Row }) {
  const { words, which } = loggedObject(textOf(row, 'object'))
  // By its name where it has one; what is gone, and what has none, by its id.
  const title = row.titles[which]
  return <span title={textOf(row, 'object')}>{useSay()(words)}{which !== '' && <> {title === undefined ? <code className="log-which">{which}</code> : <b className="log-title">{title}</b>}</>}</span>
}

/** What changed in one line; the table of it opens with the row. */
function ContentLine({ row }: { readonly row: Row }) {
  const say = useSay()
  const content = textOf(row, 'content')
  const changes = loggedChanges(content, loggedObject(textOf(row, 'object')).entity)
  if (changes?.length === 0) return <span className="cell-none">–</span>
  return <>{changes ? changes.map(({ words, before, after }) => `${say(words)} ${before === undefined ? '' : `${before} → `}${after}`).join('; ') : content}</>
}

function ContentTable({ row }: { readonly row: Row }) {
  const { t } = useTranslation('system')
  const say = useSay()
  const content = textOf(row, 'content')
  const changes = loggedChanges(content, loggedObject(textOf(row, 'object')).entity)
  if (!changes || changes.length === 0) return null
  const hasBefore = changes.some(({ before }) => before !== undefined)
  return (
    <section className="crud-inner">
      <h3>{t('log.content')}</h3>
      <table className="log-content">
        <thead><tr><th>{t('log.field')}</th>{hasBefore && <th>{t('log.before')}</th>}<th>{t(hasBefore ? 'log.after' : 'log.value')}</th></tr></thead>
        <tbody>
          {changes.map(({ name, words, before, after }) => (
            <tr key={name}><td>{say(words)}</td>{hasBefore && <td>{before ?? ''}</td>}<td>{after}</td></tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const textOf = (row: Row, name: string): string => {
  const value = valueOf(row, name)
  return typeof value === 'string' ? value : ''
}
