import { Pagination, type PaginationProps } from 'antd'
import { useSyncExternalStore } from 'react'
import './ListPager.css'

interface ListPagerProps<Size extends number> {
  readonly label: string
  /** Text for the total number. */
  readonly words: (total: number) => string
  readonly page: number
  readonly pageSize: Size
  readonly sizes: readonly Size[]
  readonly total: number
  readonly onPage: (page: number) => void
  readonly onPageSize: (size: Size) => void
}

/**
 * Pager with total, page sizes, previous, pages, next and jump. Shows fewer page buttons below 992 px (specification,
 * section 9), and nothing for an empty list.
 */
export function ListPager<Size extends number>({
  label,
  words,
  page,
  pageSize,
  sizes,
  total,
  onPage,
  onPageSize,
}: ListPagerProps<Size>) {
  const isWide = useSyncExternalStore(watchWidth, readWidth)
  if (total === 0) return null
  const skips = getSkips(page, Math.ceil(total / pageSize))
  const withDots: NonNullable<PaginationProps['itemRender']> = (shown, kind, element) =>
    kind === 'page' && skips.has(shown) ? <span data-skips={skips.get(shown)}>{element}</span> : element
  return (
    <nav className="list-pager" aria-label={label}>
      <Pagination
        size="small"
        current={page}
        pageSize={pageSize}
        total={total}
        showSizeChanger
        showQuickJumper
        showLessItems={!isWide}
        // antd counts its ellipses among the seven buttons; without them there are seven pages, with custom ellipses.
        showPrevNextJumpers={!isWide}
        itemRender={isWide ? withDots : undefined}
        pageSizeOptions={[...sizes]}
        showTotal={words}
        onChange={(next, size) => {
          const chosen = sizes.find((known) => known === size) ?? pageSize
          if (chosen === pageSize) onPage(next)
          else onPageSize(chosen)
        }}
      />
    </nav>
  )
}

/** Page buttons next to an ellipsis: after the first, before the last. */
function getSkips(page: number, pages: number): ReadonlyMap<number, 'after' | 'before'> {
  const skips = new Map<number, 'after' | 'before'>()
  if (pages <= 7) return skips
  if (page > 4) skips.set(1, 'after')
  if (page < pages - 3) skips.set(pages, 'before')
  return skips
}

const wide = '(min-width: 992px)'
const readWidth = (): boolean => matchMedia(wide).matches
function watchWidth(changed: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
