import { combineDrafts, type DraftStorage, type Head, type Step, toSymbolKey } from './drafts.ts'
import { type SavedSteps, maxSavedSteps } from './savedSteps.ts'

const databaseName = 'mimic'
const heads = 'draftHeads'
const steps = 'draftSteps'

/**
 * Opens the draft storage in IndexedDB. Throws if the browser does not allow storage, for example in a private window
 * or on a full disk.
 */
export async function openDraftDatabase(factory: IDBFactory): Promise<DraftStorage> {
  const database = await open(factory)
  const write = async <T>(
    act: (head: IDBObjectStore, step: IDBObjectStore) => T,
    durability: IDBTransactionDurability = 'default',
  ): Promise<T> => {
    const transaction = database.transaction([heads, steps], 'readwrite', { durability })
    const result = act(transaction.objectStore(heads), transaction.objectStore(steps))
    // Commit immediately instead of after the requests, because a closing page does not live long enough.
    transaction.commit()
    await awaitTransaction(transaction)
    return result
  }
  return {
    begin: ({ drawing, ...draft }) =>
      write((head, step) => {
        step.delete(toStepRange(draft.key))
        head.put({ ...draft, owner: toOwner(draft.account, draft.drawingId), base: drawing } satisfies Head)
        // Strict durability: an older draft may be removed afterwards, so this one must be on disk.
      }, 'strict'),
    async append(record) {
      const found = await write((head, step) => {
        step.put(record)
        return head.getKey(record.key)
      })
      return found.result !== undefined
    },
    remove: (key) =>
      write((head, step) => {
        for (const each of [key, toSymbolKey(key)]) {
          head.delete(each)
          step.delete(toStepRange(each))
        }
      }),
    async of(account, drawingId) {
      const transaction = database.transaction([heads, steps])
      const found: Head[] = await awaitRequest(
        transaction.objectStore(heads).index('owner').getAll(toOwner(account, drawingId)),
      )
      const lists = await Promise.all(
        found.map(async ({ key }) => {
          const list: Step[] = await awaitRequest(transaction.objectStore(steps).getAll(toStepRange(key)))
          return [key, list] as const
        }),
      )
      const byKey = new Map(lists)
      return combineDrafts(found, (key) => byKey.get(key) ?? [])
    },
    async keepSteps({ kept, ...saved }) {
      const all: SavedHead[] = await awaitRequest(
        database.transaction(heads).objectStore(heads).index('owner').getAll(savedOwner),
      )
      const key = toSavedKey(saved.account, saved.drawingId)
      const old = all
        .filter((head) => head.key !== key)
        .toSorted((a, b) => b.at - a.at)
        .slice(maxSavedSteps - 1)
      return write((head, step) => {
        for (const each of old) {
          head.delete(each.key)
          step.delete(toStepRange(each.key))
        }
        head.put({ ...saved, key, owner: savedOwner } satisfies SavedHead)
        step.put({ key, sequence: 1, kept } satisfies SavedBody)
      })
    },
    async savedSteps(account, drawingId) {
      const transaction = database.transaction([heads, steps])
      const key = toSavedKey(account, drawingId)
      const [head, body]: [SavedHead | undefined, SavedBody | undefined] = await Promise.all([
        awaitRequest(transaction.objectStore(heads).get(key)),
        awaitRequest(transaction.objectStore(steps).get([key, 1])),
      ])
      if (!head || !body) return null
      const { account: savedAccount, drawingId: savedDrawing, revision, hash, at } = head
      return { account: savedAccount, drawingId: savedDrawing, revision, hash, at, kept: body.kept }
    },
    close: () => database.close(),
  }
}

/**
 * Saved steps use the stores of the drafts: a new store requires a database upgrade, which waits until all older pages
 * are closed.
 */
const savedOwner = 'savedSteps'
const toSavedKey = (account: string, drawingId: string): string => `${savedOwner}/${account}/${drawingId}`
type SavedHead = Omit<SavedSteps, 'kept'> & { readonly key: string; readonly owner: string }
type SavedBody = Pick<SavedSteps, 'kept'> & { readonly key: string; readonly sequence: number }

const toOwner = (account: string, drawingId: string): string => `${account}/${drawingId}`
const toStepRange = (key: string): IDBKeyRange => IDBKeyRange.bound([key, 0], [key, Infinity])

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(heads, { keyPath: 'key' }).createIndex('owner', 'owner')
    request.result.createObjectStore(steps, { keyPath: ['key', 'sequence'] })
  }
  return awaitRequest(request)
}

function awaitRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser storage failed'))
  })
}

function awaitTransaction(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser storage refused'))
  })
}
