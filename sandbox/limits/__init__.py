"""What Discord checks of a body before it does anything: findings in the shape Discord gives them."""
