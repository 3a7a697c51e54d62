import './Cards.css'

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Placeholder for cards while the first page loads. */
export function LoadingCards({ words }: { readonly words: string }) {
  return (
    <div className="cards" role="status">
      <span className="visually-hidden">{words}</span>
      {places.map((place) => (
        <div key={place} className="card card-coming" aria-hidden>
          <div className="card-picture" />
          <div className="card-text">
            <i />
            <i />
            <i />
          </div>
        </div>
      ))}
    </div>
  )
}
