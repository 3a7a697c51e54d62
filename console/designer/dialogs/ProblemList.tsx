import type { Problem } from '@mimic/engine/schema'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { formatProblem } from '../session/rejectionMessages.ts'

const maxShown = 8

/** List of the first problems with their positions. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const rest = problems.length - maxShown
  return (
    <ul className="problem-list">
      {problems.slice(0, maxShown).map((problem, index) => (
        <li key={index}>
          <code>{problem.path}</code> {localize(formatProblem(problem))}
        </li>
      ))}
      {rest > 0 && <li>{t('import.more', { number: rest })}</li>}
    </ul>
  )
}
