/** Hostile text for any field. */
export const markup =
  '</p></td><script>alert(1)</script><img src=x onerror=alert(1)><!-- "\' &amp; <style>*{display:none}'
export const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenschleife'.repeat(3)
