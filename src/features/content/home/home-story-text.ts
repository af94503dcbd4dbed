/**
 * The owner's own text on Home, below the photograph of the workroom: an invented sample, to be replaced like that of About.
 */
export const homeStory = [
  'We began with a plain wish: a dress to wear to church, to work and to the school gate that needs no pin, no tugging and no second thought. Sleeves that reach the wrist. A neckline that stays where it is when you bend. A hem that clears the puddle and still covers the ankle.',
  'So we design for bodies that move, cut each piece when it’s ordered and put the money into the cloth. Modesty is where we start; making it beautiful is the work.',
] as const
