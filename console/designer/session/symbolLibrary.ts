import { catalog } from '@mimic/engine/catalog'
import { type Id, getOwnComponents, readDrawing, symbolDefinition, type SymbolDefinition } from '@mimic/engine/document'
import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import { limits } from '../../../contract/limits.ts'
import type { LibraryEntry } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'
import { LatestRequest } from '../../stores/entities/latestRequest.ts'
import type { DrawingSession } from './drawingSession.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** Properties of a symbol to be saved as an entry. */
export interface EntryFacts {
  readonly name: string
  readonly type: string
  readonly isPublic: boolean
}

/**
 * Result of placing an entry. `older`: existing symbol of the drawing that is older than the entry. `around`: symbol
 * that the entry would have nested in itself; nothing was placed.
 */
interface Placement {
  readonly older?: SymbolDefinition
  readonly around?: SymbolDefinition
}

/** Component library in the designer: available entries, and newer entries for the symbols of the drawing. */
export class SymbolLibrary {
  rows: readonly LibraryEntry[] = []
  total = 0
  types: readonly string[] = []
  /** Library entries of the drawing's symbols by id, as stored on the server. */
  readonly #origins = observable.map<string, LibraryEntry>({}, { deep: false })
  readonly #client: Client
  readonly #search = new LatestRequest()

  constructor(client: Client) {
    this.#client = client
    makeObservable(this, { rows: observableRef, total: observable, types: observableRef })
  }

  get isLoading(): boolean {
    return this.#search.isLoading
  }

  get failure(): CallFailure | null {
    return this.#search.failure
  }

  /** Searches entries; an outdated response is dropped. */
  search(search: string, type: string): Promise<void> {
    const query = {
      page: 1,
      pageSize: maxListed,
      search: search.trim().slice(0, limits.list.searchLength),
      ...(type && { type }),
    } as const
    return this.#search.run(
      (signal) => this.#client.call('library.list', { query }, { signal, quiet: true }),
      (list) => {
        this.rows = list.rows
        this.total = list.total
        this.types = list.types
      },
    )
  }

  /** Loads the current revisions of the entries of these symbols. Failures are ignored, as if nothing were newer. */
  async loadOrigins(symbols: readonly SymbolDefinition[]): Promise<void> {
    const ids = [...new Set(symbols.flatMap(({ origin }) => (origin ? [origin.library] : [])))]
    for (let at = 0; at < ids.length; at += limits.library.atOnce) {
      const some = ids.slice(at, at + limits.library.atOnce)
      try {
        const { rows } = await this.#client.call(
          'library.list',
          { query: { pageSize: maxListed, ids: some.join(',') } },
          { quiet: true },
        )
        runInAction(() => {
          for (const entry of rows) this.#origins.set(entry.id, entry)
        })
      } catch (thrown) {
        if (!(thrown instanceof CallFailure)) throw thrown
      }
    }
  }

  /** Library entry of a symbol, if visible to the account. */
  getOrigin({ origin }: SymbolDefinition): LibraryEntry | undefined {
    return origin && this.#origins.get(origin.library)
  }

  /** Library entry of a symbol, if newer than the symbol. */
  getNewerEntry(symbol: SymbolDefinition): LibraryEntry | undefined {
    const entry = this.getOrigin(symbol)
    return entry && symbol.origin && entry.revision > symbol.origin.revision ? entry : undefined
  }

  /**
   * Places an instance of an entry, centred at `middle`. `barred` are symbols that must not be added to the session:
   * the edited one and all that contain it.
   */
  async placeInstance(
    session: DrawingSession,
    id: string,
    middle: Point,
    name: (symbol: string) => string,
    forbiddenSymbols: readonly SymbolDefinition[] = [],
  ): Promise<Placement> {
    const { definition, revision, width, height, ...entry } = await this.#client.call('library.read', {
      params: { id },
    })
    const existing = session.document.symbols.find(({ origin }) => origin?.library === id)
    const wouldNest = existing ? undefined : findForbidden(forbiddenSymbols, id, definition)
    if (wouldNest) return { around: wouldNest }
    const box = existing ?? { width, height }
    runInAction(() => this.#origins.set(id, { ...entry, revision, width, height }))
    session.run('add-from-library', {
      definition,
      origin: { library: id, revision },
      name: name(existing?.name ?? entry.name),
      x: Math.round(middle.x - box.width / 2),
      y: Math.round(middle.y - box.height / 2),
    })
    return existing?.origin && existing.origin.revision < revision ? { older: existing } : {}
  }

  /** Updates a symbol and all its instances to its library entry, as one undo step. Returns true on success. */
  async updateSymbol(session: DrawingSession, symbol: Id): Promise<boolean> {
    const origin = session.document.symbols.find(({ id }) => id === symbol)?.origin
    if (!origin) return false
    const { definition, revision } = await this.#client.call('library.read', { params: { id: origin.library } })
    return (
      session.run('update-symbol', { symbol, library: definition, origin: { library: origin.library, revision } })
        .length === 0
    )
  }

  /** Symbols of the drawing with a newer entry. */
  getOutdatedSymbols(session: DrawingSession): readonly SymbolDefinition[] {
    return session.symbols.filter((symbol) => this.getNewerEntry(symbol) !== undefined)
  }

  /** Number of instances of these symbols in the drawing. */
  countOutdatedInstances(session: DrawingSession): number {
    return countInstances(session, new Set(this.getOutdatedSymbols(session).map(({ id }) => id)))
  }

  /**
   * Updates all symbols and their instances to their library entries, as one undo step. Returns the number of updated
   * instances; `null` if nothing changed.
   */
  async updateAll(session: DrawingSession): Promise<number | null> {
    const outdated = this.getOutdatedSymbols(session).flatMap(({ id, origin }) =>
      origin ? [{ symbol: id, library: origin.library }] : [],
    )
    const read = await Promise.all(
      outdated.map(async ({ symbol, library }) => {
        const { definition, revision } = await this.#client.call('library.read', { params: { id: library } })
        return { symbol, library: definition, origin: { library, revision } }
      }),
    )
    if (read.length === 0 || session.run('update-from-library', { symbols: read }).length > 0) return null
    return countInstances(session, new Set(outdated.map(({ symbol }) => symbol)))
  }

  /** Saves a symbol as a new entry and links it. Throws `CallFailure`, which the form displays. */
  async saveAsEntry(session: DrawingSession, symbol: SymbolDefinition, facts: EntryFacts): Promise<void> {
    const entry = await this.#client.call(
      'library.create',
      { body: { ...facts, definition: createDefinition(symbol, session) } },
      { quiet: true },
    )
    this.#linkEntry(session, symbol, entry)
  }

  /**
   * Saves a symbol as the next revision of its entry. Throws `CallFailure` if the entry has changed since the symbol
   * was copied.
   */
  async saveRevision(session: DrawingSession, symbol: SymbolDefinition): Promise<void> {
    const { origin } = symbol
    if (!origin) return
    const entry = await this.#client.call(
      'library.save',
      { params: { id: origin.library }, body: { definition: createDefinition(symbol, session) } },
      { quiet: true, revision: origin.revision },
    )
    this.#linkEntry(session, symbol, entry)
  }

  /** Stops the search. */
  stopSearch(): void {
    this.#search.stop()
  }

  #linkEntry(session: DrawingSession, symbol: SymbolDefinition, entry: LibraryEntry): void {
    runInAction(() => this.#origins.set(entry.id, entry))
    session.run('update-symbol', { symbol: symbol.id, origin: { library: entry.id, revision: entry.revision } })
  }
}

/** Number of instances of these symbols in the drawing; observable. */
export function countInstances(session: DrawingSession, symbols: ReadonlySet<Id>): number {
  let count = 0
  for (const { link } of session.outline) if (link && symbols.has(link.symbol)) count++
  return count
}

/** Symbol that the entry is or contains, by id or as a copy of the same entry. */
function findForbidden(
  forbiddenSymbols: readonly SymbolDefinition[],
  entry: string,
  definition: unknown,
): SymbolDefinition | undefined {
  if (forbiddenSymbols.length === 0) return undefined
  const included = readDrawing(definition, catalog).value?.drawing.symbols ?? []
  const entries = new Set([entry, ...included.map(({ origin }) => origin?.library)])
  return forbiddenSymbols.find(
    ({ id, origin }) => included.some((symbol) => symbol.id === id) || (origin && entries.has(origin.library)),
  )
}

/** Maximum number of listed entries; the search finds others. */
const maxListed = 50

function createDefinition(symbol: SymbolDefinition, session: DrawingSession) {
  const drawing = symbolDefinition(symbol, session.document.symbols)
  return { ...drawing, components: getOwnComponents(drawing) }
}
