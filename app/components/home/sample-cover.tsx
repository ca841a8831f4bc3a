/** The picture on the sample ticket, in the manner of the generated covers. */
export function SampleCover() {
  return (
    <svg viewBox="0 0 400 300" className="block w-full" aria-hidden="true">
      <path fill="#f3e3ca" d="M0 0h400v300H0z" />
      <path fill="#17140f" d="M0 0h400L0 300z" />
      <circle cx="135" cy="150" r="84" fill="#0a7a4b" />
      <circle cx="268" cy="150" r="84" fill="#17140f" fillOpacity=".92" />
    </svg>
  );
}
