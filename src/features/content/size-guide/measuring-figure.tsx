/** A dress form with the tape in its three places. The steps beside it say the same in words. */
export function MeasuringFigure({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 470" role="img" aria-labelledby="measuring-title" className={`stroke-ink ${className}`}>
      <title id="measuring-title">A dress form with tapes at bust, waist and hips</title>
      <g fill="none" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M112 34c2 18-4 26-22 33-20 8-26 16-24 34 2 20 8 34 9 54 1 22-1 34-4 48-4 20 4 34-4 58-8 26-15 44-13 76 1 20 5 34 7 48h122c2-14 6-28 7-48 2-32-5-50-13-76-8-24 0-38-4-58-3-14-5-26-4-48 1-20 7-34 9-54 2-18-4-26-24-34-18-7-24-15-22-33" />
        <path d="M112 34c6 5 14 7 20 7s14-2 20-7M132 41v344" className="stroke-line" />
        <ellipse cx="132" cy="27" rx="20" ry="7" />
        <path d="M124 385v44m16-44v44M132 429v14m-46 14c6-11 20-14 46-14s40 3 46 14" />
      </g>
      <g fill="none" strokeWidth="2" strokeDasharray="7 4.5" className="stroke-mulberry">
        <path d="M68 128c20 13 108 13 128 0" />
        <path d="M70 206c20 11 104 11 124 0" />
        <path d="M56 304c26 15 126 15 152 0" />
      </g>
      <g className="fill-mulberry stroke-none font-serif italic" fontSize="21">
        <text x="222" y="133">
          bust
        </text>
        <text x="222" y="211">
          waist
        </text>
        <text x="222" y="309">
          hips
        </text>
      </g>
    </svg>
  )
}
