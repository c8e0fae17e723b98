"""Programs that are run now and then, to draw, photograph or compute the files of the project."""
